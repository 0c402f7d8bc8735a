/** Contracts to change to: search and favourites, live prices. A column at 1920, a panel under the contract's name elsewhere. */
import { Search, Star } from 'lucide-react'
import { useState } from 'react'
import { contractTickers } from '../../../../data/contract/contract-prices.ts'
import { useTopic } from '../../../../data/live/topic.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { latinText } from '../../../../i18n/typed-text.ts'
import { contractTerminalPath } from '../../../../paths.ts'
import { CoinLogo } from '../../../../ui/coin-logo.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { Link } from '../../../../ui/link.tsx'
import { ChangeText } from '../../../../ui/number-text.tsx'
import { TabList } from '../../../../ui/tabs.tsx'
import { useContractDesk } from '../desk.ts'
import { percentOf } from '../rates.ts'
import { useFavoriteContracts } from './use-favorite-contracts.ts'

export function ContractList({ onChosen }: { readonly onChosen?: () => void }) {
  const t = useT()
  const { terms, contracts, member } = useContractDesk()
  const tickers = useTopic(contractTickers())
  const { list: favorites } = useFavoriteContracts()
  const [search, setSearch] = useState('')
  const [tab, setTab] = useState<'all' | 'favorites'>('all')
  const wanted = latinText(search)
    .replaceAll(/[\s/_-]/g, '')
    .toUpperCase()
  const shown = contracts.filter((one) => (wanted === '' ? tab === 'all' || favorites.includes(one.contractId) : one.name.includes(wanted)))
  return (
    <section aria-label={t('contract:list.title')} className="flex h-full min-h-0 flex-col" data-panel="pairs">
      <div className="p-3 pb-1">
        <div className="flex h-9 items-center gap-2 rounded-control border border-line2 bg-field px-3 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-fg">
          <Icon as={Search} size={16} className="text-muted" />
          <input
            type="search"
            value={search}
            aria-label={t('contract:list.search')}
            placeholder={t('contract:list.search')}
            onChange={(event) => setSearch(event.target.value)}
            className="min-w-0 flex-1 bg-transparent text-dense outline-none"
          />
        </div>
      </div>
      {member && (
        <TabList
          label={t('contract:list.title')}
          className="shrink-0 border-b border-line px-4"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'favorites', label: <Icon as={Star} size={14} label={t('terminal:pairs.favorites')} /> },
            { value: 'all', label: t('contract:list.all') },
          ]}
        />
      )}
      <p aria-hidden="true" className="flex shrink-0 gap-1.5 px-3 pt-1.5 text-small text-faint">
        <span className="flex-1">{t('contract:list.contract')}</span>
        <span>{t('terminal:book.price')}</span>
        <span className="min-w-[60px] text-end whitespace-nowrap">{t('contract:bar.change24')}</span>
      </p>
      <ul className="min-h-0 flex-1 overflow-y-auto py-1">
        {shown.map((one) => {
          const ticker = tickers.get(one.symbol)
          return (
            <li key={one.contractId}>
              <Link
                to={contractTerminalPath(one.symbol)}
                {...(onChosen !== undefined && { onClick: onChosen })}
                aria-current={one.symbol === terms.symbol ? 'page' : undefined}
                className="flex h-[30px] items-center gap-1.5 border-s-2 border-transparent ps-2.5 pe-3 text-dense -outline-offset-2 hover:bg-hover aria-[current]:border-theme aria-[current]:bg-press pointer-coarse:h-11"
              >
                <CoinLogo coin={one.base} size={18} />
                <bdi className="min-w-0 flex-1 truncate font-semibold">{one.name}</bdi>
                <bdi className="num">{ticker === undefined ? '--' : formatNumber(ticker.price, { scale: one.priceScale })}</bdi>
                <ChangeText
                  percent={ticker === undefined ? undefined : percentOf(ticker.rose)}
                  className="w-[60px] justify-end text-small"
                />
              </Link>
            </li>
          )
        })}
        {shown.length === 0 && <li className="px-4 py-3 text-small text-muted">{t('contract:list.none')}</li>}
      </ul>
    </section>
  )
}
