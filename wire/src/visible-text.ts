/** What a reader sees of a text: letters that show nothing would give names and reasons that are none, or that look like another's. */

/** Takes no room: joiners, marks of direction, Hangul fillers, variation selectors, halves of a pair. */
const NOTHING = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}]/gu
/** Takes room and shows nothing: spaces, and the blanks of Braille, Khitan, Egyptian and music. */
const SPACE = '\\p{White_Space}\\p{Cc}\\u2800\\u{13441}\\u{13443}\\u{16FE4}\\u{1D159}'
const SPACES = new RegExp(`[${SPACE}]+`, 'gu')
/** Accents with no letter below them. */
const LONELY = new RegExp(`(^|[${SPACE}])\\p{M}+`, 'gu')

/** Two texts that look alike are the same here; letters of several scripts that look alike are not. */
export const asSeen = (text: string): string => text.replace(NOTHING, '').replace(LONELY, '$1').replace(SPACES, ' ').trim()

/** Only what shows. */
export const visible = (text: string): string => asSeen(text).replaceAll(' ', '')
