/** Which addresses belong to a product that an operator may close: what leads to a closed one is shown in no menu, footer or picture. */
import type { Feature } from '@agio/wire/call.ts'

const PRODUCTS: Readonly<Record<string, Feature>> = {
  '/trade': 'contract',
  '/contractData': 'contract',
  '/contractOrder': 'contract',
  '/assets/contract': 'contract',
  '/assets/contract/topUp': 'contract',
  '/exchange': 'flashConvert',
  '/flashOrder': 'flashConvert',
  '/financial': 'financial',
  '/financialOrder': 'financial',
  '/assets/financial': 'financial',
  '/invite': 'invite',
}

/** The product that an in-app address leads to; undefined for what is always open. The open view of a spot pair stands at `/trade`, too. */
export function productOf(address: string | null): Feature | undefined {
  if (address === null || !address.startsWith('/')) return undefined
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  if (path === '/trade' && searchParams.get('type') === 'spot') return undefined
  return Object.hasOwn(PRODUCTS, path) ? PRODUCTS[path] : undefined
}
