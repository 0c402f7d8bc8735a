/** The pages behind a login, and those of forgotten passwords: what no visitor lands on is not even named in the first script. */
import type { ComponentType } from 'react'
import { paths } from './paths.ts'

type Load = () => Promise<ComponentType>

export const OWN_ELEMENTS: Readonly<Record<string, Load>> = {
  [paths.resetPassword]: async () => (await import('./features/auth/reset-page.tsx')).ResetPage,
  [paths.identity]: async () => (await import('./features/identity/identity-page.tsx')).IdentityPage,
  [paths.messageCentre]: async () => (await import('./features/notices/message-centre.tsx')).MessageCentrePage,
  [paths.messages]: async () => (await import('./features/notices/message-centre.tsx')).MessagesPage,
  [paths.bulletin]: async () => (await import('./features/notices/bulletin-details-page.tsx')).BulletinDetailsPage,
  [paths.invite]: async () => (await import('./features/invite/invite-page.tsx')).InvitePage,
  [paths.spotOrders]: async () => (await import('./features/orders/spot-orders-page.tsx')).SpotOrdersPage,
  [paths.convertOrders]: async () => (await import('./features/orders/flash/flash-orders-page.tsx')).FlashOrdersPage,
  [paths.earnOrders]: async () => (await import('./features/orders/earn/earn-orders-page.tsx')).EarnOrdersPage,
  [paths.bills]: async () => (await import('./features/orders/bills-page.tsx')).BillsPage,
  [paths.userCenter]: async () => (await import('./features/account/overview-page.tsx')).OverviewPage,
  [paths.security]: async () => (await import('./features/account/security-page.tsx')).SecurityPage,
  [paths.settings]: async () => (await import('./features/account/settings-page.tsx')).SettingsPage,
  [paths.spotAssets]: async () => (await import('./features/assets/spot-assets-page.tsx')).SpotAssetsPage,
  [paths.deposit]: async () => (await import('./features/wallet/deposit/deposit-page.tsx')).DepositPage,
  [paths.withdraw]: async () => (await import('./features/wallet/withdraw/withdraw-page.tsx')).WithdrawPage,
  [paths.addressBook]: async () => (await import('./features/wallet/book/book-page.tsx')).BookPage,
  [paths.contractOrders]: async () => (await import('./features/orders/contract/contract-orders-page.tsx')).ContractOrdersPage,
  [paths.contractAssets]: async () => (await import('./features/assets/contract/contract-assets-page.tsx')).ContractAssetsPage,
  [paths.contractTopUp]: async () => (await import('./features/assets/contract/top-up-page.tsx')).TopUpPage,
  [paths.contractData]: async () => (await import('./features/contract/pages/contract-data-page.tsx')).ContractDataPage,
  [paths.earnAssets]: async () => (await import('./features/assets/earn-assets-page.tsx')).EarnAssetsPage,
}
