/**
 * What a thread that reads no setting is given of the process's environment: where compiled sources are kept. Without it everything that
 * the thread loads is compiled anew, half of what a journal's opening or a small snapshot costs.
 */
export function threadEnvironment(): Record<string, string> {
  const { NODE_COMPILE_CACHE: kept } = process.env
  return kept === undefined ? {} : { NODE_COMPILE_CACHE: kept }
}
