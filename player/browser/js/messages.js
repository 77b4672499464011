// @ts-check
// The messages between Python and the page, as JSON: all requests and responses. A type that has a class in Python
// (in page/ or in doctor/probe.py) has its name and its fields.

/** @import { PageSelectors, Target } from "./selectors.js" */

/**
 * The selectors of a site that a script needs.
 * @typedef {object} SiteRequest
 * @property {string} frame
 * @property {Record<string, string>} generations
 * @property {string} [signin]
 * @property {string} [challenge]
 * @property {Target[]} member
 * @property {Target[]} guest
 */

/**
 * The request of look.js, focus.js, cursor.js, choose.js, examine.js, survey.js, traits.js and keep.js.
 * @typedef {object} PageRequest
 * @property {SiteRequest} site
 * @property {string[]} elsewhere fields of the board that may be missing
 * @property {string[]} alerts the texts of the page's dialogs so far
 * @property {{selector: string, pattern: string}[]} numbers the texts that are the puzzle's number
 * @property {string[]} refuted the signs of a win that are not believed, as JSON
 * @property {Record<string, PageSelectors>} pages by generation
 * @property {string} [section] the generation to use, whatever the page shows
 * @property {string[]} [until] the kinds of responses to wait for
 * @property {boolean} [still] true if nothing may be scrolled
 * @property {boolean} [careful] true if nothing may be pressed that submits a form or leads elsewhere
 * @property {boolean} [arriving] true before the first move
 * @property {string} [clicked] the overlay or control that was clicked last
 * @property {number} [made] the number of steps of `start` that were made or left out
 * @property {Expected} [expect]
 * @property {boolean} [sight] true if the board is read from a picture
 * @property {boolean} [enlarged] true if the window was enlarged for the board
 * @property {number[]} [coming] the cells of the moves to come: of others only the places count, and they are not free
 * @property {number[]} [show] of a board that does not fit into what scrolls it: the cells to scroll to
 * @property {number} [to] of cursor.js: a cell that may get the keyboard focus
 * @property {boolean} [direct] of cursor.js: true if it gets it in any case
 * @property {number} [step] of choose.js: the number of the step of `start`, from 0
 * @property {boolean} [submit] true if the control that hands in the board is wanted
 */

/**
 * The values to wait for after a move: of one field, by the numbers of cells, and how many items of each list are done.
 * @typedef {object} Expected
 * @property {string} field
 * @property {[number, Value][]} cells
 * @property {Record<string, number>} done
 */

/**
 * The request of keypad.js: the words of each text, whether buttons over the board count, or the text of a known button.
 * @typedef {{words?: Record<string, string[]>, not_words?: string[], over?: boolean, text?: string}} KeypadRequest
 */

/**
 * The response of starters.js: the points of the cells, if there is a board, and what may be pressed.
 * @typedef {object} StartersResponse
 * @property {Point[] | null} points
 * @property {boolean} covered whether something lies over a cell that is in the window
 * @property {Point | null} closer of what covers a cell
 * @property {({selector: string, text: string, kind: StarterKind} & Point)[]} starters
 *
 * What a starter needs: a press, its option chosen, a name filled in, or a visit to the address that is its text.
 * @typedef {"press" | "again" | "choose" | "number" | "fill" | "blocked" | "password" | "link" | "form"} StarterKind
 */

/**
 * The response of look.js. A "grid" comes with the fields from `rows` to `scrolls`.
 * @typedef {object} LookResponse
 * @property {"signin" | "won" | "start" | "already" | "several" | "nothing" | "overlay" | "cramped" | "grid" | "lost"} what
 * @property {"member" | "guest" | null} account
 * @property {number[]} numbers of the puzzle, on arrival and of a win
 * @property {string | null} generation
 * @property {string[]} paths of the documents
 * @property {Record<string, number>} counts the numbers of matches on the page
 * @property {boolean} [challenge] of "signin": true if the page asks for a person
 * @property {boolean} [lesson] of "nothing": true if the board is a lesson's
 * @property {number[][]} [surfaces] of "nothing": the left, top, right and bottom of what may show a board
 * @property {Record<string, Point>} [buttons] of "grid" and "nothing": by their texts
 * @property {boolean} [partial] true if the page lacks what a page has that was loaded as a whole
 * @property {string} [sign] of "won" and "already"
 * @property {string[]} [held] of "won": the signs that hold, as JSON
 * @property {string} [said] of "lost": the text of the sign
 * @property {Point} [point] of "start" and "overlay": where to click
 * @property {string} [overlay] its name
 * @property {number} [step] of "start": its number, from 0
 * @property {string} [refused] of "start": why the step cannot be made, as part of a sentence
 * @property {BoardFound[]} [boards] of "several"
 * @property {number[]} [window] of "cramped": the width and height that the board needs, in CSS pixels
 * @property {number} [rows]
 * @property {number} [cols]
 * @property {(number | null)[]} [told] the page's own number of rows and columns
 * @property {number[]} [indices] the cells' numbers
 * @property {Record<string, Value>[]} [cells] the fields of each cell
 * @property {Record<string, number | null>} [chosen] the alternative that was used, by field
 * @property {string[]} [clashes] fields of which two alternatives disagree
 * @property {Record<string, Item[]>} [lists] beside the grid
 * @property {string} [language] of the document
 * @property {Record<string, Value | number>} [rules] that no cell shows
 * @property {Point[]} [points]
 * @property {boolean} [scrolls] true if the board does not fit into an element that scrolls it
 */

/** @typedef {[number, string, boolean]} Item of a list: the number of its parts, their texts, and whether it is done */

/**
 * A place in CSS pixels of the window; `free` if a click there would reach the element.
 * @typedef {object} Point
 * @property {number} x
 * @property {number} y
 * @property {boolean} free
 */

/**
 * One of several boards: its number of cells, and a short path to it.
 * @typedef {object} BoardFound
 * @property {number} cells
 * @property {string} way
 */

/**
 * The request of clock.js; times in seconds.
 * @typedef {object} ClockRequest
 * @property {SiteRequest} site
 * @property {string[]} timer
 * @property {number} least
 * @property {number} most
 * @property {number} rest
 */

/**
 * The response of clock.js.
 * @typedef {object} ClockResponse
 * @property {number | null} timer in seconds
 * @property {boolean} waited
 */

/**
 * The response of pending.js.
 * @typedef {object} PendingResponse
 * @property {number} due in milliseconds
 * @property {number | null} quiet in milliseconds; null without a document
 * @property {boolean} clock
 */

/**
 * The request of pace.js.
 * @typedef {object} PaceRequest
 * @property {number} rest in milliseconds
 */

/**
 * The request of newcomers.js.
 * @typedef {object} NewcomersRequest
 * @property {SiteRequest} site
 * @property {BoardSelectors[]} boards
 * @property {boolean} note
 * @property {number} most the greatest number of elements in the response
 */

/**
 * The selectors of a board and of its cells.
 * @typedef {object} BoardSelectors
 * @property {string} grid
 * @property {string} cell
 */

/**
 * An element that became visible; the response of newcomers.js is a list of them.
 * @typedef {object} Newcomer
 * @property {string} selector
 * @property {string} text
 */

/**
 * The request of whoami.js; the response is one of `until`, as it is.
 * @typedef {object} WhoamiRequest
 * @property {SiteRequest} site
 * @property {string} origin
 * @property {string[]} until
 */

/**
 * The request of overlay.js; the response is the caption's box.
 * @typedef {object} OverlayRequest
 * @property {Slide} slide
 */

/**
 * The content of the overlay.
 * @typedef {object} Slide
 * @property {string} chapter
 * @property {string} caption
 * @property {Box | null} clear
 * @property {SvgElement[]} drawing in pixels of the window
 * @property {[number, number] | null} pointer
 */

/**
 * An element of SVG, and the elements in it.
 * @typedef {object} SvgElement
 * @property {string} name
 * @property {Record<string, string>} attributes
 * @property {string} text
 * @property {SvgElement[]} children
 */

/** @typedef {[number, number, number, number]} Box x, y, width and height in CSS pixels of the window */

/**
 * The response of keep.js.
 * @typedef {object} PageCapture
 * @property {string} html
 * @property {string} path
 * @property {string | null} generation
 * @property {{x: number, y: number, width: number, height: number} | null} box the grid's rectangle
 */

/**
 * The response of examine.js: the matches of each selector.
 * @typedef {object} Examination
 * @property {string | null} generation
 * @property {string | undefined} page the section that was used
 * @property {Record<string, number>} generations
 * @property {string[]} paths
 * @property {number[]} start the visible matches of each step
 * @property {number[]} overlays
 * @property {boolean[]} won
 * @property {boolean[]} already
 * @property {GridMatches[]} grid
 * @property {number[]} cell
 * @property {ProbedBoard | null} board
 * @property {number[]} switches
 * @property {number} buttons
 */

/**
 * The matches of a grid's selector, and the most cells in one of them.
 * @typedef {object} GridMatches
 * @property {number} matches
 * @property {number} cells
 */

/**
 * The board by the selectors; `numbered` cells have the right number, null if no number is read.
 * @typedef {object} ProbedBoard
 * @property {number} rows
 * @property {number} cols
 * @property {number} cells
 * @property {(number | null)[]} told
 * @property {number | null} numbered
 * @property {Record<string, ReadingResult[]>} fields
 * @property {Record<string, ReadingResult[]>} rules
 * @property {Record<string, Item[]>} lists beside the grid
 */

/**
 * The result of one alternative of a field for all cells.
 * @typedef {object} ReadingResult
 * @property {Value[]} column
 * @property {boolean} holds true if all expectations are met
 * @property {number} cells the number of cells with a value
 * @property {number} values the number of different values
 */

/**
 * The response of survey.js: the board-like structures of a page that no selector describes.
 * @typedef {object} Survey
 * @property {string} title the page's title and headings
 * @property {SurveyedLattice[]} lattices
 * @property {Record<string, string[]>} attributes the values of each attribute on the page
 */

/**
 * Rows and columns of similar boxes, with selectors of the grid and of the cells, the most lasting first; `numbered` is the
 * attribute that numbers the cells in order, the text before the number, and the first number.
 * @typedef {object} SurveyedLattice
 * @property {number} rows
 * @property {number} cols
 * @property {string[]} grids
 * @property {string[]} names
 * @property {[string, string, number] | null} numbered
 * @property {[number, number, number][]} nests of each cell: its parent's number, its place there from 1, its parent's place
 * @property {SurveyedCell[]} cells row by row
 * @property {SurveyedList[]} lists beside the grid
 * @property {string | null} timer the selector of the page's timer
 * @property {SurveyedElement[]} loose the elements over and between the cells, placed from the middle of the first cell
 */

/**
 * Rows of slots beside a grid: selectors of the rows and of the slots in one, and how many slots each row has.
 * @typedef {object} SurveyedList
 * @property {string} items
 * @property {string} parts
 * @property {number[]} counts
 */

/** @typedef {SurveyedElement & {inner: SurveyedElement[], placed: string[]}} SurveyedCell with the texts of pseudo-elements at its sides */

/**
 * An element at a cell: `place` is the way from the cell's middle (across, down) and the size (across, down), in cells. It
 * shows a `picture` of this address if it has no other name.
 * @typedef {object} SurveyedElement
 * @property {string} tag
 * @property {Record<string, string>} attributes
 * @property {string} text
 * @property {[number, number, number, number]} place
 * @property {boolean} shown
 * @property {string} picture
 */

/**
 * What news.js is asked beside a PageRequest.
 * @typedef {object} NewsQuestion
 * @property {"first" | "tick" | "last" | "news"} phase "first" and "tick" note what is there, "last" too, right before the last move
 * @property {BoardSelectors[]} boards none: cells are noted too
 * @property {string[]} [before] what was noted before the last move, in a document that has replaced the one where it was
 */
/** @typedef {PageRequest & NewsQuestion} NewsRequest */

/**
 * What news.js keeps in a document: what was shown and said before the last move, the news since then, when signs held first.
 * @typedef {{before: Set<string>, ended: boolean, news: Map<string, News>, held: Record<number, "before" | "after">, marks: Map<string, number>, ownTexts: WeakMap<Element, string>}} PlayerRecord
 */

/**
 * The response of news.js.
 * @typedef {object} NewsResponse
 * @property {Record<number, "before" | "after">} held the numbers of the signs in `won` that held, and if that was before the last move
 * @property {News[]} news
 */

/**
 * A change of the page since the last move.
 * @typedef {object} News
 * @property {string} selector
 * @property {string} text
 * @property {string} own the text of the element itself, or the name that it got
 * @property {boolean} fresh true if the selector found nothing before
 * @property {boolean} heading
 * @property {boolean} dialog
 * @property {boolean} control
 * @property {"page" | "heading" | "board" | "cells" | "title"} where "cells" if all cells got the name
 */

/**
 * A trait of an element: its kind ("selector", "passing" (a name that the page's build made), "text", "style", "::before", "::after", "over", "covered" or "stroke"), where it is
 * ("" for the cell, "in" it, "over" it or "around" it), the selector that finds it there, and its name and value.
 * @typedef {[string, string, string, string, string]} Trait
 */

/**
 * The response of traits.js; null in place of it if the page shows no board.
 * @typedef {object} TraitsResponse
 * @property {Trait[]} traits the traits on the board
 * @property {number[][]} cells the numbers of each cell's traits, row by row
 * @property {Record<string, number[][]>} lists the same of the items of each list beside the grid
 * @property {string} digest a short name of the rest, to compare it with
 */

/** @typedef {string | boolean | string[] | null} Value of a field of a cell; null where the page does not tell */

export {};
