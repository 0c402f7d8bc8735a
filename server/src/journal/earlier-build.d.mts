/** A data folder of a development build from before engine version 1. Nothing in it was changed. */
export class EarlierBuild extends Error {
  readonly dir: string
  constructor(dir: string)
}
/** @throws EarlierBuild */
export function refuseEarlierBuild(dataDir: string): void
