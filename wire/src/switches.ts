/** How values of switches are read. Two encodings are in use, one a field; a value outside its field's table counts as closed. */

/** 1 yes, 0 no. */
export const isYes = (value: unknown): boolean => value === 1

/** 1 open, 2 closed. */
export const isOpen = (value: unknown): boolean => value === 1
