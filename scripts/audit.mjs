/** Asks the registry for known holes in the dependencies. Plain JavaScript for Node 20. */
import { npmText } from './install.mjs'

/**
 * @param {string} text what `npm audit --json` printed
 * @returns {{ known: boolean, holes: number }} `known` is false when the registry gave no audit; holes of high and critical severity
 */
export function judgeAudit(text) {
  try {
    const { high, critical } = JSON.parse(text).metadata.vulnerabilities
    return { known: true, holes: high + critical }
  } catch {
    return { known: false, holes: 0 }
  }
}

/** Audits what the lock file names. */
export async function auditDependencies() {
  return judgeAudit(await npmText(['audit', '--json']))
}
