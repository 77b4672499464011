// @ts-check
// The parts of selectors.yaml that scripts get, as JSON. Each type has the name and the fields of its model in selectors/.

/**
 * A page's section of selectors.yaml, without the keys that concern inputs.
 * @typedef {object} PageSelectors
 * @property {string[]} grid
 * @property {string[]} cell
 * @property {Record<string, Chain>} read
 * @property {Start[]} start
 * @property {Overlay[]} overlays
 * @property {string} [lesson] a regex
 * @property {string} [whole]
 * @property {Size} [size]
 * @property {Reading} [index]
 * @property {Place} [place]
 * @property {0 | 1} [numbered_from]
 * @property {"by row" | "by column"} [numbered]
 * @property {string[]} timer
 * @property {boolean} hover
 * @property {{at: Condition}} [cursor]
 * @property {Sign[]} won
 * @property {Sign[]} already
 * @property {Sign[]} lost
 * @property {Target} [submit]
 * @property {Record<string, Rule>} rules
 * @property {Switch[]} switches
 * @property {Buttons} [buttons]
 * @property {Record<string, Beside>} beside
 */

/**
 * @typedef {object} Target
 * @property {string} selector
 * @property {string[]} text
 * @property {string[]} words
 * @property {string[]} not_words
 * @property {boolean} bare
 */

/**
 * @typedef {object} Start
 * @property {string} selector
 * @property {string[]} text
 * @property {string[]} words
 * @property {string[]} not_words
 * @property {boolean} bare
 * @property {boolean} stays
 * @property {string} [fill]
 * @property {boolean} enter
 * @property {string} [choose]
 */

/**
 * @typedef {object} Overlay
 * @property {string} name
 * @property {Target} close
 * @property {boolean} layer
 * @property {string[]} about
 * @property {string[]} not_about
 * @property {string} [without]
 * @property {boolean} only
 * @property {string} [unless]
 */

/**
 * @typedef {object} Sign
 * @property {"results" | "banner" | "board"} as
 * @property {string} [path]
 * @property {string} [selector]
 * @property {string[]} text
 * @property {string[]} not_text
 * @property {string} [cells]
 * @property {string} [alert]
 * @property {string} [title]
 * @property {string} [picture] a word that only a picture shows
 */

/**
 * @typedef {object} Switch
 * @property {string} name
 * @property {Target} press
 */

/**
 * @typedef {object} Buttons
 * @property {string} selector
 * @property {Reading} says
 */

/**
 * @typedef {object} Beside
 * @property {string} items
 * @property {string} parts
 * @property {Reading} [number]
 * @property {Reading} [said]
 * @property {Reading[]} length
 * @property {string} done
 */

/**
 * @typedef {object} Size
 * @property {Reading} rows
 * @property {Reading} cols
 */

/**
 * @typedef {object} Place
 * @property {Reading} row
 * @property {Reading} col
 */

/**
 * @typedef {object} Chain
 * @property {Reading[]} any
 * @property {Expectation[]} expect
 * @property {boolean} once
 */

/**
 * A reading, by its one key from `attribute` to `none`.
 * @typedef {object} Reading
 * @property {string} [with]
 * @property {string} [in]
 * @property {string} [over]
 * @property {Record<string, string>} [unless]
 * @property {Expectation[]} expect
 * @property {boolean} fallback
 * @property {boolean} once
 * @property {string} [pattern]
 * @property {boolean} [rim]
 * @property {boolean} [either]
 * @property {boolean} [thin]
 * @property {boolean} [crossed]
 * @property {"::before" | "::after"} [pseudo]
 * @property {string} [attribute]
 * @property {string} [property]
 * @property {string} [text]
 * @property {string} [name]
 * @property {Record<string, Condition>} [first]
 * @property {Record<string, Condition>} [all]
 * @property {Condition} [has]
 * @property {Borders} [borders]
 * @property {string} [sides]
 * @property {string} [bars]
 * @property {string} [lines]
 * @property {string} [paint]
 * @property {string} [stroke]
 * @property {string} [covered]
 * @property {string} [drawing]
 * @property {string} [glyph]
 * @property {string} [outline]
 * @property {Reading} [areas]
 * @property {true} [none]
 */

/**
 * @typedef {object} Borders
 * @property {string} within
 * @property {number} [share]
 * @property {number} [px]
 * @property {number} [times]
 * @property {boolean} several
 */

/** @typedef {string | Reading} Condition a selector that must match, or a reading that must have a value */
/** @typedef {boolean | number | Chain} Rule the same for all boards, or a field of the page as a whole */
/** @typedef {"every" | "some" | "some side" | "several" | "not all" | "one each row" | "two kinds" | "numbers" | "walls" | "digits" | "sizes"} Expectation */

export {};
