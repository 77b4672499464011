"""Certificates that are checked on other machines, which do not have their files."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from player.certificates.checker import folder as names
from player.certificates.judging import Judged, judge
from player.errors import CertificateError, InputMissing, PlayerError
from player.files import write_atomic


@dataclass(frozen=True, slots=True)
class SentCertificate:
    """The files of the certificate in `folder` on the machine that has it, or the error of reading them."""

    folder: Path
    files: Mapping[str, bytes]
    error: PlayerError | None = None

    def judge(self, wanted: Mapping[str, Any] | None) -> Judged:
        """Return the judgement, as of the folder itself."""
        if self.error:
            raise self.error
        with TemporaryDirectory(prefix="player-") as here:
            for name, content in self.files.items():
                write_atomic(Path(here, name), content, durable=False)
            try:
                return judge(Path(here), wanted)
            except InputMissing as error:
                raise InputMissing(str(error).replace(here, str(self.folder))) from None


def sent(folder: Path) -> SentCertificate:
    """Read the certificate in `folder`; files that lack are the judgement's to report."""
    files = (names.MANIFEST, *names.FILES, names.LRAT)
    try:
        return SentCertificate(
            folder, {name: names.bytes_of(folder, name) for name in files if (folder / name).exists()}
        )
    except (InputMissing, CertificateError) as error:
        return SentCertificate(folder, {}, error)
