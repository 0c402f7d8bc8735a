/** The link in a message about a login that was not theirs. Nothing happens by opening it: programs that read mail open links too. */
import { useEffect, useState } from 'react'
import { messageOf } from '../../data/message-of.ts'
import { endOwnSession } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { NOT_ME, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { refuseNewDevice } from './use-auth.ts'

/** The token of the link that opened the page; it is taken out of the address at once. */
export function useRefusedLogin(): string | undefined {
  const [token] = useState(() => (window.location.hash.startsWith(NOT_ME) ? window.location.hash.slice(NOT_ME.length) : undefined))
  useEffect(() => {
    if (token !== undefined) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [token])
  return token
}

/** The link of a message about a login that was not theirs: says what pressing does, does it, and says what to do next. */
export function NotMe({ token }: { readonly token: string }) {
  const t = useT()
  const [state, setState] = useState<'asked' | 'busy' | 'frozen'>('asked')
  const [fault, setFault] = useState<string>()
  const freeze = async () => {
    if (state !== 'asked') return
    setState('busy')
    try {
      // A session of this browser ends with all the others.
      await endOwnSession(() => refuseNewDevice(token))
      setState('frozen')
    } catch (error) {
      setFault(messageOf(error))
      setState('asked')
    }
  }
  if (state === 'frozen') {
    return (
      <div role="status" className="flex flex-col gap-5">
        <p className="text-base">{t('auth:notMe.done')}</p>
        <p className="text-base text-muted">{t('auth:notMe.next')}</p>
        <ButtonLink size={44} wide to={paths.help}>
          {t('auth:notMe.help')}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-base">{t('auth:notMe.text')}</p>
      <p className="text-base text-muted">{t('auth:notMe.after')}</p>
      <Button look="remove" size={52} wide sending={state === 'busy'} onClick={() => void freeze()}>
        {t('auth:notMe.freeze')}
      </Button>
      {fault !== undefined && (
        <p role="alert" className="text-small text-down-text">
          {fault}
        </p>
      )}
      <Link to={paths.login} className="text-center text-dense font-medium text-theme-text hover:underline">
        {t('auth:notMe.wasMe')}
      </Link>
    </div>
  )
}
