/** `/flashOrder`: conversions, newest first, with filters that stand in the address. Closed, the product still shows what was done. */
import { ArrowLeftRight, Info } from 'lucide-react'
import { serverNow } from '../../../data/clock.ts'
import { useConversionNews } from '../../../data/convert/conversions.ts'
import { type Conversion, loadConversions } from '../../../data/convert/convert-calls.ts'
import { messageOf } from '../../../data/message-of.ts'
import { type PagedList, usePages } from '../../../data/paged-list.ts'
import { openFeatures } from '../../../data/shell/menu-model.ts'
import { useSite } from '../../../data/site.ts'
import { csvDay, saveFile } from '../../../data/spot/csv.ts'
import { loadAll } from '../../../data/spot/order-lists.ts'
import { useAssets } from '../../../data/spot/pair-terms.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CONVERSION_STATES } from '../../../ui/conversion-cells.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Choice, Days } from '../../../ui/filter-fields.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { CsvButton, ListFoot, MoreRows, NewerRows } from '../../../ui/list-ends.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { ClosedFeature, NoData } from '../../../ui/states.tsx'
import { tellCut } from '../../../ui/tell-cut.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ZoneNote } from '../../../ui/zone-note.tsx'
import { OrderTabs } from '../order-tabs.tsx'
import { flashFile } from './flash-file.ts'
import { type FlashAddress, flashFilterOf, isFlashFiltered, readFlashAddress, writeFlashAddress } from './flash-filters.ts'
import { FlashRows } from './flash-rows.tsx'

export function FlashOrdersPage() {
  const t = useT()
  const { switches } = useSite()
  const [search, setSearch] = useSearchParams()
  const address = readFlashAddress(search)
  const filter = flashFilterOf(address)
  const isOpen = openFeatures(switches).convert
  useConversionNews(isOpen)
  const list = usePages(['conversions', filter], (place) => loadConversions(filter, place))
  const save = () =>
    void loadAll((place, size) => loadConversions(filter, place, size))
      .then((all) => {
        saveFile(`convert-${csvDay(serverNow())}.csv`, flashFile(all.rows))
        tellCut(t, all)
      })
      .catch((error: unknown) => toast({ kind: 'error', title: messageOf(error) }))
  return (
    <div data-tabs-at-top className="page-column pb-16">
      <OrderTabs />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">{t('pages:title.flashOrder')}</h1>
        {isOpen && <ButtonLink to={paths.convert}>{t('orders:flash.go')}</ButtonLink>}
      </div>
      {!isOpen && list.rows.length > 0 && (
        <p className="mb-4 flex items-start gap-2 rounded-control border border-line bg-field px-4 py-3 text-dense text-muted">
          <Icon as={Info} size={16} className="mt-px" />
          <span>{t('closed:convert.text')}</span>
        </p>
      )}
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Filters address={address} onChange={(change) => setSearch(writeFlashAddress({ ...address, ...change }))} />
        <CsvButton total={list.total} onSave={save} />
      </div>
      <ZoneNote className="mb-2" />
      <div className="card overflow-x-auto">
        <NewerRows list={list} />
        <List list={list} address={address} isOpen={isOpen} />
        <ListFoot total={list.total} />
      </div>
      <MoreRows list={list} />
    </div>
  )
}

interface FiltersProps {
  readonly address: FlashAddress
  readonly onChange: (change: Partial<FlashAddress>) => void
}

const NO_FILTER = { gave: undefined, got: undefined, state: undefined, from: undefined, to: undefined } as const

function Filters({ address, onChange }: FiltersProps) {
  const t = useT()
  const coins = [...(useAssets().data?.keys() ?? [])]
  const any = { value: '' as const, label: t('orders:filter.all') }
  const options = [any, ...coins.map((coin) => ({ value: coin, label: coin }))]
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:grid max-md:w-full max-md:grid-cols-2" data-filters>
      <Choice label={t('orders:flash.gave')} value={address.gave} onChange={(gave) => onChange({ gave })} options={options} />
      <Choice label={t('orders:flash.got')} value={address.got} onChange={(got) => onChange({ got })} options={options} />
      <Choice
        label={t('orders:head.state')}
        value={address.state}
        onChange={(state) => onChange({ state })}
        options={[any, ...CONVERSION_STATES.map((state) => ({ value: state, label: t(`ui:conversion.${state}`) }))]}
      />
      <Days from={address.from} to={address.to} onChange={onChange} recent />
      {isFlashFiltered(address) && (
        <Button look="quiet" size={36} onClick={() => onChange(NO_FILTER)} className="!text-theme-text" data-reset>
          {t('orders:filter.reset')}
        </Button>
      )}
    </div>
  )
}

interface ListProps {
  readonly list: PagedList<Conversion>
  readonly address: FlashAddress
  readonly isOpen: boolean
}

function List({ list, address, isOpen }: ListProps) {
  const t = useT()
  if (list.isPending) return <SkeletonRows rows={5} />
  if (list.error !== null && list.rows.length === 0)
    return <ErrorPanel alone title={t('orders:failed')} error={list.error} onRetry={list.again} />
  const isFiltered = isFlashFiltered(address)
  if (!isOpen && !isFiltered && list.rows.length === 0)
    return <ClosedFeature as="h2" title={t('closed:convert.title')} text={t('closed:convert.text')} />
  const empty = (
    <NoData
      icon={ArrowLeftRight}
      title={t(isFiltered ? 'orders:noneFiltered' : 'orders:flash.none')}
      {...(isOpen && { link: { to: paths.convert, label: t('orders:flash.go') } })}
    />
  )
  return <FlashRows rows={list.rows} opened={address.opened} empty={empty} />
}
