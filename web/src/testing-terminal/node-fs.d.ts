/** The one function of Node that web meets: the engine, which runs in tests alone, reads its kernel with it. */
declare module 'node:fs' {
  export function readFileSync(path: URL): Uint8Array<ArrayBuffer>
}
