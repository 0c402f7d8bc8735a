/** An ordinary logout: the server ends the token, this browser forgets it, /login opens. */

import { logout } from '@agio/wire/auth.ts'
import { useNavigate } from 'react-router'
import { send } from '../data/http-client.ts'
import { clearSession } from '../data/session.ts'
import { paths } from '../paths.ts'

export function useLogout(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // The token must go from this browser even when the server cannot be reached.
    await send(logout, {}).catch((error: unknown) => console.warn('logout was not confirmed', error))
    clearSession()
    await navigate(paths.login)
  }
}
