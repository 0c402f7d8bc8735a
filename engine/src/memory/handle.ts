declare const rowName: unique symbol

/**
 * The place of a row: an offset from the base of the table, or an address where a row has no table. No row stands at 0. The compiler refuses a
 * position's handle where an order's handle is asked for.
 */
export type Handle<Name extends string> = 0 | (number & { readonly [rowName]: Name })

/** Takes a number, known to be a handle, as a handle. */
export const asHandle = <Name extends string>(at: number): Handle<Name> => at as Handle<Name>
