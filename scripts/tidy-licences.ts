/** Licences of everything in the lock file's tree: permissive at run time, MPL-2.0 for development tools only. Install scripts are refused. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ALLOWED =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|CC0-1\.0|CC-BY-4\.0|CC-BY-3\.0|OFL-1\.1|Unlicense|BlueOak-1\.0\.0|Python-2\.0|PostgreSQL|WTFPL|Zlib)$/
const DEVELOPMENT = /^(MPL-2\.0)$/

interface LockEntry {
  readonly dev?: boolean
  readonly optional?: boolean
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

function licenceOf(folder: string): string | undefined {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const licence = manifest.license ?? manifest.licenses?.[0]?.type
  return typeof licence === 'string' ? licence : licence?.type
}

/** An expression passes when one of its alternatives does. */
function passes(expression: string, dev: boolean): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((choice) =>
      choice.split(/\s+AND\s+/).every((licence) => ALLOWED.test(licence.trim()) || (dev && DEVELOPMENT.test(licence.trim()))),
    )
}

export function checkLicences(root: string, fault: (place: string, what: string) => void): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockEntry> }
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link === true) continue
    if (entry.hasInstallScript === true && existsSync(join(root, path, 'package.json'))) fault(path, 'has an install script')
    const licence = licenceOf(join(root, path))
    if (licence === undefined) continue
    if (!passes(licence, entry.dev === true)) fault(path, `licence ${licence} is not on the list`)
  }
}
