/** Finds WebKit and Firefox for the walk in other engines than Chromium's, or installs them as root on Debian. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { isDebianRoot, which } from './chromium.mjs'

function install(packages, say) {
  say(`installing ${packages.join(', ')} from Debian`)
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', ...packages], quiet)
}

/** What `look` finds, now or after the packages are installed; undefined when it is not there and cannot be brought. */
function bring(look, packages, say) {
  const present = look()
  if (present !== undefined || !isDebianRoot()) return present
  install(packages, say)
  return look()
}

/** Path of Firefox. */
export function findFirefox(say) {
  return bring(() => ['firefox-esr', 'firefox'].map(which).find(Boolean), ['firefox-esr', 'fonts-noto-core'], say)
}

/** Path of the small browser that WebKitGTK brings; it is of use only with its driver and a screen. */
export function findWebKit(say) {
  const look = () => {
    const [browser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
    return which('WebKitWebDriver') === undefined || which('Xvfb') === undefined ? undefined : browser
  }
  return bring(look, ['webkit2gtk-driver', 'xvfb', 'fonts-noto-core'], say)
}
