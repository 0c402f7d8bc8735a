/** What a conversion came to, with the ways to its record and its bill lines. */
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ratio, spoken } from '../../data/convert/spoken-price.ts'
import { formatDayTime, formatNumber, withUnit } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { conversionPath, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { NumberText } from '../../ui/number-text.tsx'
import { PriceText } from './quote-box.tsx'
import type { Done } from './use-trade.ts'

export function DoneCard({ done: { conversion: done, more }, onAgain }: { readonly done: Done; readonly onAgain: () => void }) {
  const t = useT()
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    head.current?.focus()
  }, [])
  const { sendCoin, sendAmount, receiveCoin, receiveAmount, price } = done
  const facts = [
    [t('convert:gave'), <NumberText key="give" value={sendAmount} unit={sendCoin} />],
    [t('convert:got'), <NumberText key="get" value={receiveAmount} unit={receiveCoin} />],
    [t('convert:price'), <PriceText key="price" {...spoken({ sendCoin, receiveCoin, price, inversePrice: ratio('1', price) })} />],
    [
      t('convert:time'),
      <bdi key="time" className="num">
        {formatDayTime(done.finishTime ?? done.createTime)}
      </bdi>,
    ],
  ] as const
  return (
    <section className="card p-6 max-md:p-4" data-convert="done">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-up-tint text-up-text">
        <Icon as={Check} size={20} />
      </span>
      <h2 ref={head} tabIndex={-1} className="text-title outline-none">
        {t('convert:done.title')}
      </h2>
      <p className="mt-1 text-muted">{t('convert:done.text', { amount: withUnit(formatNumber(receiveAmount), receiveCoin) })}</p>
      {more !== '' && (
        <p className="mt-1 text-up-text" data-more>
          {t('convert:done.more', { amount: withUnit(formatNumber(more), receiveCoin) })}
        </p>
      )}
      <dl className="my-4 text-dense">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size={44} className="flex-1" to={conversionPath(done.id)}>
          {t('convert:done.order')}
        </ButtonLink>
        <Button size={44} look="primary" className="flex-1" onClick={onAgain}>
          {t('convert:done.again')}
        </Button>
      </div>
      <p className="mt-4 text-center text-dense">
        <Link to={`${paths.bills}?kind=convert`} className="font-medium text-theme-text hover:underline">
          {t('convert:done.bills')}
        </Link>
      </p>
    </section>
  )
}
