/** The sheet of a product: everything that a purchase would be bound by and bring, before it is made. */
import type { EarnOrder, Product } from '@agio/wire/earn/types.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useEarnCoins } from '../../../data/earn/products.ts'
import { topRate } from '../../../data/earn/top-rate.ts'
import { formatRate } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { productTitle } from '../product-words.ts'
import { Bought } from './bought.tsx'
import { PurchaseForm } from './purchase-form.tsx'
import { useTerms } from './use-purchase.ts'

interface ProductSheetProps {
  readonly product: Product
  readonly onClose: () => void
}

export function ProductSheet({ product, onClose }: ProductSheetProps) {
  const t = useT()
  const terms = useTerms(product.id)
  const coin = useEarnCoins().data?.get(product.coinId)
  const [order, setOrder] = useState<EarnOrder>()
  const title = productTitle(t, product)
  return (
    <SideSheet label={title} onClose={onClose}>
      <div className="mb-5 flex items-center gap-3">
        <CoinLogo coin={product.coinName} size={36} url={product.iconUrl} />
        <div className="min-w-0 flex-1">
          <h2 className="text-strong">{title}</h2>
          <p className="text-dense text-muted">
            {t(product.payoutMode === 1 ? 'savings:sheet.daily' : 'savings:sheet.end', { rate: formatRate(topRate(product)) })}
          </p>
        </div>
        <IconButton label={t('ui:close')} onClick={onClose} className="-me-1.5 self-start">
          <Icon as={X} size={20} />
        </IconButton>
      </div>
      {order !== undefined ? (
        <Bought order={order} onClose={onClose} />
      ) : terms.isError && terms.data === undefined ? (
        <ErrorPanel title={t('savings:sheet.failed')} error={terms.error} onRetry={() => void terms.refetch()} />
      ) : terms.data === undefined || coin === undefined ? (
        <SkeletonRows rows={8} height={52} />
      ) : (
        <PurchaseForm product={terms.data.product} terms={terms.data} coin={coin} onBought={setOrder} />
      )}
    </SideSheet>
  )
}
