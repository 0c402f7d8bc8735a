/** Who the user is, as the header shows it: name and picture may have been changed in another session. */
import { getLoginInfo } from '@agio/wire/account/user.ts'
import { send } from '../http-client.ts'
import { readStored, writeStored } from '../storage.ts'

/** Refreshes what is stored about the user; a failure leaves the previous facts. */
export async function loadUser(): Promise<void> {
  const before = JSON.stringify(readStored('userInfo'))
  try {
    const { userId, avatarUrl, registerAccount, nickname } = await send(getLoginInfo, {})
    // What was changed here while the answer was on its way is newer.
    if (JSON.stringify(readStored('userInfo')) === before) writeStored('userInfo', { userId, avatarUrl, registerAccount, nickname })
  } catch (error) {
    console.warn('The user info did not load', error)
  }
}
