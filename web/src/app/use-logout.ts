/** An ordinary logout: the server ends the token, this browser forgets it, /login opens. */

import { useNavigate } from 'react-router'
import { clearSession } from '../data/session.ts'
import { paths } from '../paths.ts'

async function endOnServer(): Promise<void> {
  const [{ logout }, { send }] = await Promise.all([import('@agio/wire/auth.ts'), import('../data/http-client.ts')])
  await send(logout, {})
}

export function useLogout(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // The token must go from this browser even when the server cannot be reached.
    await endOnServer().catch((error: unknown) => console.warn('logout was not confirmed', error))
    clearSession()
    await navigate(paths.login)
  }
}
