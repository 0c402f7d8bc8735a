/**
 * Lists of what one user owns: accounts, desks. The newest few are found from the user's row, because that row and theirs are at hand
 * and a place in an index of everything is not; only what lies deeper is in the index.
 */

/** So many rows of a list are walked before the index is asked. */
export const WALKED_MOST: i32 = 4
