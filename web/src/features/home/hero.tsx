/** The headline, one way in, and the gap of a real book measured beside it. */
import { ArrowRight, Check } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import type { MarketPair } from '../../data/market/market-model.ts'
import { displayName } from '../../data/mask.ts'
import { useCurrentUser } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths, registerPath } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { useNavigate } from '../../ui/navigation.tsx'
import { part } from '../../ui/part.tsx'
import { CaliperFrame } from './caliper-frame.tsx'

const Caliper = part(async () => (await import('./caliper.tsx')).Caliper)

function VisitorEntrance() {
  const t = useT()
  const navigate = useNavigate()
  const [account, setAccount] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    navigate(registerPath, { state: account.trim() })
  }
  return (
    <>
      {/* Without a name, so that a press before the script has run leads to the form and puts no address into the URL. */}
      <form onSubmit={submit} action={registerPath} className="mt-8 flex gap-2 max-md:flex-col">
        <input
          type="email"
          dir="ltr"
          autoComplete="email"
          aria-label={t('home:hero.email')}
          placeholder={t('home:hero.email')}
          value={account}
          onChange={(event) => setAccount(event.target.value)}
          className="h-12 min-w-0 rounded-control md:flex-1 border border-line2 bg-panel px-4 text-[16px] outline-offset-0 max-md:w-full md:text-base rtl:text-end"
        />
        <Button type="submit" look="primary" size={44} className="h-12!">
          {t('home:hero.create')}
        </Button>
      </form>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-dense text-muted max-md:flex-col max-md:items-start">
        <span className="inline-flex items-center gap-2">
          <Icon as={Check} size={14} />
          {t('home:hero.noAccount')}
        </span>
        <Link to={paths.markets} className="inline-flex min-h-6 items-center gap-1 font-semibold text-fg hover:underline">
          {t('home:hero.browse')}
          <Icon as={ArrowRight} size={14} directional />
        </Link>
      </p>
    </>
  )
}

function UserEntrance() {
  const t = useT()
  const user = useCurrentUser()
  return (
    <>
      {user !== undefined && <p className="mt-8 text-dense text-muted">{t('home:hero.welcome', { name: displayName(user) })}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink look="primary" size={44} className="h-12!" to={paths.spotTerminal}>
          {t('home:hero.terminal')}
        </ButtonLink>
        <ButtonLink size={44} className="h-12!" to={paths.spotAssets}>
          {t('home:hero.assets')}
        </ButtonLink>
      </div>
    </>
  )
}

/** @param live whether the book may be asked for: the frame stands before it */
export function Hero({ pair, live }: { readonly pair: MarketPair | undefined; readonly live: boolean }) {
  const t = useT()
  const loggedIn = useCurrentUser() !== undefined
  return (
    <section className="page-column grid items-center gap-x-18 gap-y-10 pt-8 pb-11 lg:grid-cols-[minmax(0,520px)_minmax(0,1fr)] lg:py-16">
      <div>
        <h1 className="text-hero max-lg:text-hero-phone">
          {t('home:hero.line1')}
          <br />
          {t('home:hero.line2')}
        </h1>
        <p className="mt-5 text-lead text-muted max-md:text-[16px] max-md:leading-[26px]">{t('home:hero.text')}</p>
        {loggedIn ? (
          <UserEntrance />
        ) : (
          <div data-visitor>
            <VisitorEntrance />
          </div>
        )}
      </div>
      {pair === undefined || !live ? (
        <CaliperFrame {...(pair === undefined ? {} : { pair })} />
      ) : (
        <Suspense fallback={<CaliperFrame pair={pair} />}>
          <Caliper pair={pair} />
        </Suspense>
      )}
    </section>
  )
}
