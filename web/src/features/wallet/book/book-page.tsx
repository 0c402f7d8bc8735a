/** `/assets/address`: addresses that one sends to, each with a name; which of them are trusted; and adding, renaming and deleting. */
import { deleteAddresses } from '@agio/wire/wallet/address-book.ts'
import type { Address } from '@agio/wire/wallet/types.ts'
import { BookUser, Plus, ScanSearch, SearchX, ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { send } from '../../../data/http-client.ts'
import { spotChanged } from '../../../data/spot/spot-changes.ts'
import { useT } from '../../../i18n/i18n.ts'
import { latinText } from '../../../i18n/typed-text.ts'
import { withProof } from '../../../proof/proof-store.ts'
import { Button, ButtonPair } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Choice } from '../../../ui/filter-fields.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useSearchParams } from '../../../ui/navigation.tsx'
import { part } from '../../../ui/part.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoAddress, NoData } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useBook } from '../guard/use-guard.ts'
import { type BookAddress, fitsBook, isBookFiltered, readBookAddress, writeBookAddress } from '../model/book-filters.ts'
import { PageHead } from '../parts/page-head.tsx'
import { BookRows } from './book-rows.tsx'
import { ListedNote } from './listed-note.tsx'

const AddDialog = part(async () => (await import('./add-dialog.tsx')).AddDialog)
const RenameDialog = part(async () => (await import('./rename-dialog.tsx')).RenameDialog)
const ProofDialog = part(async () => (await import('../../../proof/proof-dialog.tsx')).ProofDialog)

type Opened = { readonly kind: 'add' } | { readonly kind: 'rename' | 'delete'; readonly entry: Address }

export function BookPage() {
  const t = useT()
  const book = useBook()
  const [opened, setOpened] = useState<Opened>()
  const add = () => setOpened({ kind: 'add' })
  const close = () => setOpened(undefined)
  const rows = book.data
  return (
    <div className="page-column pb-16">
      <PageHead
        title={t('addresses:title')}
        text={t('addresses:text')}
        actions={
          <Button look="primary" onClick={add} data-add>
            <Icon as={Plus} size={16} />
            <span>{t('addresses:add')}</span>
          </Button>
        }
      />
      <ListedNote />
      {rows === undefined ? (
        <div className="card">
          {book.isError ? (
            <ErrorPanel title={t('addresses:failed')} error={book.error} onRetry={() => void book.refetch()} />
          ) : (
            <SkeletonRows rows={4} height={52} />
          )}
        </div>
      ) : rows.length === 0 ? (
        <EmptyBook onAdd={add} />
      ) : (
        <Filtered
          rows={rows}
          onRename={(entry) => setOpened({ kind: 'rename', entry })}
          onDelete={(entry) => setOpened({ kind: 'delete', entry })}
        />
      )}
      <Suspense>
        {opened?.kind === 'add' && <AddDialog onClose={close} />}
        {opened?.kind === 'rename' && <RenameDialog entry={opened.entry} onClose={close} />}
        {opened?.kind === 'delete' && <DeleteDialog entry={opened.entry} onClose={close} />}
        {opened !== undefined && <ProofDialog />}
      </Suspense>
    </div>
  )
}

const POINTS = [
  { key: 'checked', icon: ScanSearch },
  { key: 'chosen', icon: BookUser },
  { key: 'trusted', icon: ShieldCheck },
] as const

/** What saving one is good for, where there is none yet. */
function EmptyBook({ onAdd }: { readonly onAdd: () => void }) {
  const t = useT()
  return (
    <div className="card">
      <NoAddress onAdd={onAdd} />
      <ul className="grid border-t border-line max-md:divide-y md:grid-cols-3 md:divide-x divide-line rtl:md:divide-x-reverse" data-points>
        {POINTS.map(({ key, icon }) => (
          <li key={key} className="flex gap-3 px-5 py-4">
            <Icon as={icon} size={20} className="mt-0.5 shrink-0 text-muted" />
            <p className="text-dense text-muted">{t(`addresses:empty.${key}`)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FilteredProps {
  readonly rows: readonly Address[]
  readonly onRename: (entry: Address) => void
  readonly onDelete: (entry: Address) => void
}

function Filtered({ rows, onRename, onDelete }: FilteredProps) {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const filter = readBookAddress(search)
  const shown = rows.filter((row) => fitsBook(row, filter))
  const go = (change: Partial<BookAddress>) => setSearch(writeBookAddress({ ...filter, ...change }), { replace: true })
  const any = { value: '' as const, label: t('orders:filter.all') }
  const coins = [...new Set(rows.map(({ coinName }) => coinName))]
  return (
    <section aria-label={t('addresses:title')} className="card overflow-x-auto">
      <div
        className="flex flex-wrap items-end gap-2 border-b border-line px-5 py-3 max-md:grid max-md:grid-cols-2 max-md:px-4"
        data-filters
      >
        <Choice
          label={t('wallet:coin')}
          value={filter.coin}
          onChange={(coin) => go({ coin })}
          options={[any, ...coins.map((coin) => ({ value: coin, label: coin }))]}
        />
        <Choice
          label={t('addresses:filter.listed')}
          value={filter.listed}
          onChange={(listed) => go({ listed })}
          options={[any, ...(['yes', 'no'] as const).map((value) => ({ value, label: t(`addresses:filter.listed.${value}`) }))]}
        />
        <label className="ms-auto block text-small font-medium text-muted max-md:col-span-2 max-md:ms-0">
          <span className="mb-1 block">{t('addresses:search')}</span>
          <input
            type="search"
            value={filter.words}
            onChange={(event) => go({ words: latinText(event.target.value) })}
            className="h-9 w-64 rounded-control border border-line2 bg-field px-3 text-dense text-fg max-md:h-11 max-md:w-full"
          />
        </label>
        {isBookFiltered(filter) && (
          <Button look="quiet" onClick={() => setSearch(new URLSearchParams())} className="!text-theme-text" data-reset>
            {t('orders:filter.reset')}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <NoData icon={SearchX} title={t('addresses:filter.none')} />
      ) : (
        <BookRows rows={shown} onRename={onRename} onDelete={onDelete} />
      )}
    </section>
  )
}

function DeleteDialog({ entry, onClose }: { readonly entry: Address; readonly onClose: () => void }) {
  const t = useT()
  const { busy, refusal, run } = useAction('change')
  const remove = () =>
    void run(async () => {
      const done = await withProof(() => send(deleteAddresses, { ids: [entry.id] }))
      if (done === undefined) return
      spotChanged()
      toast({ kind: 'success', title: t('addresses:deleted', { label: entry.label }) })
      onClose()
    })
  return (
    <Dialog title={t('addresses:delete.title')} onClose={onClose} sheet>
      <div className="flex flex-col gap-5">
        <p className="text-dense text-muted">{t('addresses:delete.text', { label: entry.label })}</p>
        {refusal !== undefined && (
          <p role="alert" className="text-dense text-down-text">
            {refusal.text}
          </p>
        )}
        <ButtonPair>
          <Button size={44} onClick={onClose}>
            {t('account:cancel')}
          </Button>
          <Button size={44} look="remove" sending={busy} onClick={remove} data-delete>
            {t('addresses:delete.go')}
          </Button>
        </ButtonPair>
      </div>
    </Dialog>
  )
}
