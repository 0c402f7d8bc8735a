/** The way to the transfer dialog. */
import { Suspense, useState } from 'react'
import type { BalanceRow } from '../assets-model.ts'
import { TransferDialog } from './lazy-transfer.ts'
import { type Account, mayTransfer } from './transfer-model.ts'
import { useAccounts } from './use-accounts.ts'

export type OpenTransfer = ((coin?: string) => void) | undefined

/** The dialog while it is open, and the way to open it where there is another account. @param from the account to leave first, where coins may leave it */
export function useTransferOpener(rows: readonly BalanceRow[], from?: Account) {
  const accounts = useAccounts()
  const [asked, setAsked] = useState<{ readonly coin: string | undefined }>()
  const open: OpenTransfer = mayTransfer(accounts) ? (coin) => setAsked({ coin }) : undefined
  const dialog = asked !== undefined && (
    <Suspense>
      <TransferDialog
        coin={asked.coin}
        accounts={accounts}
        rows={rows}
        {...(from !== undefined && { from })}
        onClose={() => setAsked(undefined)}
      />
    </Suspense>
  )
  return { open, dialog }
}
