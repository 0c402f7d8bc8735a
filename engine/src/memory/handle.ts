declare const rowName: unique symbol

/**
 * Where a row of one kind stands: an offset from the base of its table, or an address where it has none. 0 is nobody: no row stands there.
 * A handle of one kind is no handle of another one.
 */
export type Handle<Name extends string> = 0 | (number & { readonly [rowName]: Name })

/** A number that is known to be a handle of the kind that is asked for. */
export const asHandle = <Name extends string>(at: number): Handle<Name> => at as Handle<Name>
