/** The user's two balances of the pair, beside the ticket. */
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { type ToFiat, useFiat, worthText } from '../../../data/fiat.ts'
import { moneyScale } from '../../../data/spot/money-scale.ts'
import { type Balance, useLiveBalances } from '../../../data/spot/my-balances.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { HIDDEN_AMOUNT, NumberText } from '../../../ui/number-text.tsx'
import { useDesk } from '../desk.ts'

/** `≈ $1.50`, or that it is not known. */
function aboutText(fiat: ToFiat, balance: Balance | undefined, none: string): string {
  const worth = balance === undefined ? (none === '' ? '--' : fiat(none)) : worthText(fiat, balance)
  return worth === '--' ? worth : `≈ ${worth}`
}

/** All that the user has of the two assets of the pair, with its value, and how much of it open orders hold. */
export function PairAssets() {
  const t = useT()
  const { base, quote, loggedIn } = useDesk()
  const { known, balances } = useLiveBalances()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  if (!loggedIn) return null
  return (
    <section aria-label={t('terminal:tabs.assets')} className="px-4 py-2.5">
      <div className="mb-1 flex items-center justify-between">
        <h2 className="text-dense font-semibold">{t('terminal:tabs.assets')}</h2>
        <ButtonLink size={24} to={paths.spotAssets}>
          {t('terminal:assets.open')}
        </ButtonLink>
      </div>
      {[base, quote].map((asset) => {
        const balance = balances.get(asset.symbol)
        // Until balances came nothing is known of them, also not that there is nothing.
        const none = known || balances.size > 0 ? '0' : ''
        return (
          <div key={asset.symbol} className="flex h-10 items-center gap-2">
            <CoinLogo coin={asset.symbol} size={20} url={asset.iconUrl} />
            <span className="min-w-0 flex-1">
              <span className="block text-dense leading-4 font-medium">{asset.symbol}</span>
              <span className="block text-small text-muted">
                {t('terminal:assets.held')} <NumberText value={balance?.held ?? none} hidden={!visible} scale={moneyScale(asset.symbol)} />
              </span>
            </span>
            <span className="text-end">
              <NumberText
                value={balance?.total ?? none}
                hidden={!visible}
                scale={moneyScale(asset.symbol)}
                className="block text-dense leading-4 font-medium"
              />
              <span className="block text-small text-faint">
                <bdi className="num">{visible ? aboutText(fiat, balance, none) : HIDDEN_AMOUNT}</bdi>
              </span>
            </span>
          </div>
        )
      })}
    </section>
  )
}
