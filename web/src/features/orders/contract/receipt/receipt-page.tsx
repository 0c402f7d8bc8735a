/** The receipt of a liquidation: what happened, each figure made again in this page from the others, and whether the exchange signed it. */
import type { LiquidationReceipt } from '@agio/wire/futures/position-types.ts'
import type { ContractInfo } from '@agio/wire/futures/types.ts'
import { useQuery } from '@tanstack/react-query'
import { Check as CheckIcon, CircleAlert, CircleHelp, Download, FileX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { units } from '../../../../data/amounts.ts'
import { CallError } from '../../../../data/call-error.ts'
import { useReceipt } from '../../../../data/contract/contract-lists.ts'
import { useContractInfo } from '../../../../data/contract/public-facts.ts'
import type { SignatureVerdict } from '../../../../data/contract/signature.ts'
import { sourceName } from '../../../../data/source-name.ts'
import { saveFile } from '../../../../data/spot/csv.ts'
import { decimalsOf, formatFullUtc, formatNumber, formatRate, formatTimeUtc, isolated } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { paths } from '../../../../paths.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { NoData } from '../../../../ui/states.tsx'
import { Signed } from '../contract-cells.tsx'
import { type Check, checksOf } from './receipt-model.ts'

interface ReceiptPageProps {
  readonly receiptId: string
}

export function ReceiptPage({ receiptId }: ReceiptPageProps) {
  const t = useT()
  const [isFirst, setIsFirst] = useState(false)
  const receipt = useReceipt(receiptId, isFirst)
  const info = useContractInfo()
  const contract = info.data?.contractList.find(({ id }) => id === receipt.data?.contractId)
  const error = receipt.error ?? info.error
  return (
    <div className="page-column pt-8 pb-16 max-md:pt-4">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-title">{t('perpetual:receipt.title')}</h1>
          <p className="mt-1 max-w-3xl text-muted">{t('perpetual:receipt.text')}</p>
          <p className="mt-1 flex flex-wrap gap-x-4">
            <HelpLink article="liquidation">{t('perpetual:help.liquidation')}</HelpLink>
            <HelpLink article="deleveraging">{t('perpetual:help.deleveraging')}</HelpLink>
          </p>
        </div>
        <ButtonLink to={`${paths.contractOrders}?tab=positions`}>{t('perpetual:receipt.back')}</ButtonLink>
      </div>
      {receipt.data !== undefined && contract !== undefined ? (
        <>
          <Stage receipt={receipt.data} isFirst={isFirst} onFirst={setIsFirst} />
          <Receipt receipt={receipt.data} contract={contract} publicKey={info.data?.contractProInfo.receiptKeys[receipt.data.keyId]} />
        </>
      ) : (
        <div className="card">
          {error === null ? (
            <SkeletonRows rows={6} height={52} />
          ) : isAbsent(error) ? (
            <NoData
              icon={FileX}
              title={t('perpetual:receipt.none')}
              text={t('perpetual:receipt.noneText')}
              link={{ to: `${paths.contractOrders}?tab=positions`, label: t('perpetual:receipt.back') }}
            />
          ) : (
            <ErrorPanel alone title={t('perpetual:receipt.failed')} error={error} onRetry={() => void receipt.refetch()} />
          )}
        </div>
      )}
    </div>
  )
}

/** There is none, or it is somebody else's: asking again would change nothing. */
const isAbsent = (error: Error): boolean => error instanceof CallError && error.errorName === 'RECEIPT_NOT_FOUND'

interface StageProps {
  readonly receipt: LiquidationReceipt
  readonly isFirst: boolean
  readonly onFirst: (isFirst: boolean) => void
}

/** How far the house has got with what it took over, and the way between the first receipt and the newest one. */
function Stage({ receipt, isFirst, onFirst }: StageProps) {
  const t = useT()
  if (receipt.kind !== 'full') return null
  const sizes = { remaining: formatNumber(receipt.remaining), volume: formatNumber(receipt.volume) }
  const words = isFirst ? 'receipt.first' : receipt.disposed === 1 ? 'receipt.final' : 'receipt.selling'
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-dense" role="status" data-disposed={receipt.disposed}>
      <span>{t(`perpetual:${words}`, sizes)}</span>
      <button type="button" className="hit-area font-medium text-theme-text hover:underline" onClick={() => onFirst(!isFirst)}>
        {t(isFirst ? 'perpetual:receipt.showNewest' : 'perpetual:receipt.showFirst')}
      </button>
    </p>
  )
}

interface ReceiptProps {
  readonly receipt: LiquidationReceipt
  readonly contract: ContractInfo
  readonly publicKey: string | undefined
}

function Receipt({ receipt, contract, publicKey }: ReceiptProps) {
  const t = useT()
  const checks = checksOf(receipt, contract)
  const signature = useQuery({
    queryKey: ['receiptSignature', receipt.signature, publicKey],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import('../../../../data/contract/signature.ts')).verifySignature(receipt, publicKey),
  }).data
  const isWhole = checks.every(({ holds }) => holds) && signature === 'good'
  return (
    <div
      className="grid items-start gap-6 max-md:gap-3 lg:grid-cols-[minmax(0,1fr)_384px]"
      data-receipt={receipt.receiptId}
      data-whole={isWhole || undefined}
    >
      <section className="card min-w-0" aria-labelledby="receipt-checks">
        <h2 id="receipt-checks" className="flex min-h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">
          {t('perpetual:receipt.checks')}
        </h2>
        <ul className="divide-y divide-grid">
          <SignatureRow verdict={signature} keyId={receipt.keyId} />
          {checks.map((check) => (
            <CheckRow key={check.key} check={check} coin={contract.marginCoin} />
          ))}
        </ul>
        <p className="border-t border-line px-5 py-3 text-small text-muted max-md:px-4">{t('perpetual:receipt.rounding')}</p>
      </section>
      <div className="flex min-w-0 flex-col gap-6 max-md:gap-3">
        <Facts receipt={receipt} contract={contract} />
        <Inputs receipt={receipt} />
        <Fills receipt={receipt} />
      </div>
    </div>
  )
}

/** `near`: as close as prices in whole ticks can come. */
type Verdict = 'good' | 'near' | 'bad' | 'unknown' | undefined

const MARKS = { good: CheckIcon, near: CheckIcon, bad: CircleAlert, unknown: CircleHelp } as const
const LOOKS = { good: 'text-up-text', near: 'text-up-text', bad: 'text-down-text', unknown: 'text-muted' } as const

/** Icon and words, never colour alone. */
function Mark({ verdict }: { readonly verdict: Verdict }) {
  const t = useT()
  const shown = verdict ?? 'unknown'
  return (
    <span className={`inline-flex shrink-0 items-center gap-1.5 text-small font-medium ${LOOKS[shown]}`}>
      <Icon as={MARKS[shown]} size={16} />
      {t(`perpetual:receipt.${shown}`)}
    </span>
  )
}

function Row({ name, words, verdict, children }: { name: string; words: string; verdict: Verdict; children?: ReactNode }) {
  return (
    <li
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-5 py-3 max-md:px-4"
      data-check={name}
      data-verdict={verdict}
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-dense">{words}</p>
        {children}
      </div>
      <Mark verdict={verdict} />
    </li>
  )
}

function SignatureRow({ verdict, keyId }: { readonly verdict: SignatureVerdict | undefined; readonly keyId: string }) {
  const t = useT()
  return (
    <Row name="signature" words={t('perpetual:receipt.check.signature')} verdict={verdict}>
      <p className="truncate text-small text-muted">{t('perpetual:receipt.key', { key: isolated(keyId) })}</p>
    </Row>
  )
}

/** A figure as its kind is read. */
function figure(key: Check['key'], value: string, coin: string): string {
  if (key === 'ratio' || key === 'due') return formatRate(value)
  if (key === 'index' || key === 'fills') return formatNumber(value)
  return `${formatNumber(value)} ${coin}`
}

function CheckRow({ check, coin }: { readonly check: Check; readonly coin: string }) {
  const t = useT()
  const { key, told, made, holds } = check
  const isNear = holds && (key === 'ratio' || key === 'insurance') && told !== undefined && units(told) !== units(made)
  return (
    <Row name={key} words={t(`perpetual:receipt.check.${key}`)} verdict={!holds ? 'bad' : isNear ? 'near' : 'good'}>
      <dl className="flex flex-wrap gap-x-4 text-small text-muted">
        {told !== undefined && (
          <div className="flex gap-1.5">
            <dt>{t('perpetual:receipt.told')}</dt>
            <dd>
              <bdi className="num text-fg">{figure(key, told, coin)}</bdi>
            </dd>
          </div>
        )}
        <div className="flex gap-1.5">
          <dt>{t('perpetual:receipt.made')}</dt>
          <dd>
            <bdi className="num text-fg">{`${isNear ? '≈ ' : ''}${figure(key, made, coin)}`}</bdi>
          </dd>
        </div>
      </dl>
    </Row>
  )
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-medium">{children}</dd>
    </div>
  )
}

function Facts({ receipt, contract }: Omit<ReceiptProps, 'publicKey'>) {
  const t = useT()
  const number = (value: string, unit = '') => <bdi className="num">{`${formatNumber(value)}${unit === '' ? '' : ` ${unit}`}`}</bdi>
  const coin = contract.marginCoin
  const isLong = receipt.side === 'BUY'
  const save = () => saveFile(`receipt-${receipt.receiptId}.json`, JSON.stringify(receipt, null, 2))
  return (
    <section className="card" aria-labelledby="receipt-facts">
      <h2
        id="receipt-facts"
        className="flex min-h-13 flex-wrap items-center justify-between gap-2 border-b border-line px-5 text-base font-semibold max-md:px-4"
      >
        <span>{t(`perpetual:receipt.kind.${receipt.isMatched === 1 ? 'matched' : receipt.kind}`)}</span>
        <Button size={28} onClick={save} className="hit-area" data-save>
          <Icon as={Download} size={14} />
          <span>{t('perpetual:receipt.save')}</span>
        </Button>
      </h2>
      <dl className="p-5 text-dense max-md:p-4">
        <Line name={t('perpetual:head.contract')}>
          <bdi dir="ltr">{contract.symbol}</bdi>{' '}
          <span className={isLong ? 'text-up-text' : 'text-down-text'}>{t(isLong ? 'perpetual:long' : 'perpetual:short')}</span>
        </Line>
        <Line name={t('orders:head.time')}>
          <bdi>{formatFullUtc(receipt.time)}</bdi>
        </Line>
        <Line name={t('perpetual:head.contracts')}>{number(receipt.volume)}</Line>
        {receipt.disposed === 0 && <Line name={t('perpetual:fact.remaining')}>{number(receipt.remaining)}</Line>}
        {receipt.positionVolume !== receipt.volume && <Line name={t('perpetual:fact.before')}>{number(receipt.positionVolume)}</Line>}
        <Line name={t('perpetual:fact.mark')}>{number(receipt.tagPrice)}</Line>
        <Line name={t('perpetual:fact.index')}>{number(receipt.indexPrice)}</Line>
        <Line name={t('perpetual:fact.bankruptcy')}>{number(receipt.bankruptcyPrice)}</Line>
        <Line name={t('perpetual:fact.margin')}>{number(receipt.marginBefore, coin)}</Line>
        <Line name={t('perpetual:fact.tier', { tier: receipt.tier })}>
          <bdi className="num">{formatRate(receipt.keepRate)}</bdi>
        </Line>
        <Line name={t('orders:head.fee')}>{number(receipt.fee, coin)}</Line>
        <Line name={t('perpetual:fact.insurance')}>
          <Signed value={receipt.insuranceChange} unit={coin} />
        </Line>
        <Line name={t('perpetual:head.share')}>{number(receipt.shareAmount, coin)}</Line>
      </dl>
    </section>
  )
}

function Inputs({ receipt }: { readonly receipt: LiquidationReceipt }) {
  const t = useT()
  if (receipt.indexInputs.length === 0) return null
  const scale = Math.max(...receipt.indexInputs.map(({ price }) => decimalsOf(price)))
  return (
    <section className="card" aria-labelledby="receipt-inputs">
      <h2 id="receipt-inputs" className="flex min-h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">
        {t('perpetual:receipt.inputs')}
      </h2>
      <dl className="p-5 text-dense max-md:p-4">
        {receipt.indexInputs.map(({ source, price }) => (
          <Line key={source} name={sourceName(source)}>
            <bdi className="num">{formatNumber(price, { scale })}</bdi>
          </Line>
        ))}
      </dl>
    </section>
  )
}

function Fills({ receipt }: { readonly receipt: LiquidationReceipt }) {
  const t = useT()
  return (
    <section className="card" aria-labelledby="receipt-fills">
      <h2 id="receipt-fills" className="flex min-h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">
        {t('perpetual:receipt.fills')}
      </h2>
      <dl className="p-5 text-dense max-md:p-4">
        {receipt.fills.length === 0 && <p className="text-muted">{t('perpetual:receipt.noFills')}</p>}
        {receipt.fills.map(({ price, volume, ctime }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fills have no id of their own, and stand in the order of the receipt
          <Line key={index} name={formatTimeUtc(ctime)}>
            <bdi className="num">{`${formatNumber(volume)} × ${formatNumber(price)}`}</bdi>
          </Line>
        ))}
      </dl>
    </section>
  )
}
