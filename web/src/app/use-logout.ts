/** An ordinary logout: this browser forgets the token, /login opens, the server ends it. */
import { clearSession } from '../data/session.ts'
import { readStored } from '../data/storage.ts'
import { paths } from '../paths.ts'
import { useNavigate } from '../ui/navigation.tsx'

async function endOnServer(forgotten: string): Promise<void> {
  const [{ logout }, { send }] = await Promise.all([import('@agio/wire/account/auth.ts'), import('../data/http-client.ts')])
  await send(logout, {}, { forgotten })
}

export function useLogout(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const token = readStored('token')
    // First here: the server tells every live connection of the session that it ended, and where nobody is logged in any more, in this tab
    // and in others, that is no news. It also holds where the server cannot be reached.
    clearSession()
    const ended = token === undefined ? undefined : endOnServer(token)
    navigate(paths.login)
    await ended?.catch((error: unknown) => console.warn('logout was not confirmed', error))
  }
}
