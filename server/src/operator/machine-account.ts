/**
 * Whose account of the machine a command was given from: the one that logged in, also behind `sudo` and `su`, where the system keeps it.
 * It is told by the command line, not proven: the process at the other end of the socket is not visible here.
 */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

/** What the system's kernel writes when nobody logged in, as in a service or a container. */
const NOBODY = '4294967295'

/** What the machine says; a test gives its own. */
export interface MachineFacts {
  /** Number of the login of this process; '' where the system keeps none. */
  readonly loginId: string
  /** Lines `name:…:number:…` of the accounts. */
  readonly accounts: string
  readonly sudoUser: string
  readonly user: string
}

export function machineAccount({ loginId, accounts, sudoUser, user }: MachineFacts): string {
  if (/^\d+$/.test(loginId) && loginId !== NOBODY) {
    const entry = accounts.split('\n').find((line) => line.split(':')[2] === loginId)
    return entry?.split(':')[0] ?? `#${loginId}`
  }
  return sudoUser === '' ? user : sudoUser
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

/** The exchange's own user has a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `#${process.getuid?.() ?? 0}`
  }
}

export const thisMachineAccount = (): string =>
  machineAccount({
    loginId: textOf('/proc/self/loginuid'),
    accounts: textOf('/etc/passwd'),
    sudoUser: process.env.SUDO_USER ?? '',
    user: userName(),
  })
