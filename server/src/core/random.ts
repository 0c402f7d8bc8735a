/** Cryptographically random bytes. */
export type RandomBytes = (count: number) => Uint8Array
