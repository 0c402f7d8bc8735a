/** Finds Chromium, or installs it where that is one command: as root on Debian. Plain JavaScript for Node 20. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The engine of the browser without its windows comes first: a page costs half, and it shows and runs what the whole browser does. */
const SHELL = 'chromium-headless-shell'
/** What people use, and what figures of pages are taken in. */
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export function which(name) {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : undefined
}

function look(names) {
  const named = process.env.CHROME_PATH
  if (named !== undefined && existsSync(named)) return named
  return names.map(which).find(Boolean)
}

export function isDebianRoot() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && readFileSync('/etc/debian_version', 'utf8') !== ''
}

/** Path of a Chromium, or undefined when there is none and it cannot be installed here. @param whole only the browser with windows will do */
export function findChromium(say, whole = false) {
  const names = whole ? WHOLE : [SHELL, ...WHOLE]
  const present = look(names)
  if (present !== undefined || !isDebianRoot()) return present
  say('installing Chromium from Debian')
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', names[0], 'fonts-noto-core'], quiet)
  return look(names)
}
