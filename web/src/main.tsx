/** Start of the application: the head's facts, look and language first, then the first drawing. */
import './theme/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { keepComposedKeys } from './app/composing.ts'
import { takeConfiguration } from './app/configuration.ts'
import { drawInto } from './app/draw-into.ts'
import { startForcedLogout } from './app/forced-logout.ts'
import { App, AppRouter, type Place } from './app/router.tsx'
import { watchSite } from './app/watch-site.ts'
import { boot, loadBoot } from './data/boot.ts'
import { whenQuiet } from './data/idle.ts'
import { onCatchUp } from './data/live/catch-up.ts'
import { nextTask } from './data/next-task.ts'
import { queryClient } from './data/query-client.ts'
import { registerSealer } from './data/sealer.ts'
import { isLoggedIn } from './data/session.ts'
import { dropCachesOfOldLanguage } from './data/shell/languages.ts'
import { listenToOtherTabs, readStored } from './data/storage.ts'
import { startTexts } from './i18n/i18n.ts'
import { wireLocale } from './i18n/locale.ts'
import { warmIntl } from './i18n/warm-intl.ts'
import { preloadPage } from './routes.tsx'
import { startDayMode } from './theme/day-mode.ts'
import { startMarketColours } from './theme/market-colours.ts'

async function start(): Promise<void> {
  keepComposedKeys(window)
  const asked = window.location.pathname
  warmIntl()
  preloadPage(asked)
  startDayMode()
  startMarketColours()
  listenToOtherTabs()
  dropCachesOfOldLanguage(readStored('languageChanged'))
  const facts = await loadBoot()
  await nextTask()
  takeConfiguration(facts)
  await startTexts()
  await nextTask()
  registerSealer(async (call, hint) => (await import('./proof/device/security-payload.ts')).seal(call, hint))
  const router = new AppRouter()
  const first = await router.open()
  // Operators may change texts. The head of the first page has theirs; those of other pages come with the first step to one.
  if (window.__BOOT__ === undefined) void loadOwnTexts()
  const stop = router.onPlace(() => {
    stop()
    void loadOwnTexts()
  })
  startForcedLogout(router)
  watchSite(() => void router.revalidate())
  onCatchUp(() => void readAgain())
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root element')
  const app = (
    <QueryClientProvider client={queryClient}>
      <App router={router} first={first} />
    </QueryClientProvider>
  )
  drawInto(root, app, isDrawn(root, asked, first))
  if (isLoggedIn()) whenQuiet(() => void refreshUser())
}

/** Another session may have changed name or picture since this browser was told. */
async function refreshUser(): Promise<void> {
  const loaded = await import('./data/account/load-user.ts').catch(() => undefined)
  await loaded?.loadUser()
}

async function readAgain(): Promise<void> {
  // Without a connection there is nothing to read; the next return tries again.
  const loaded = await import('./data/read-again.ts').catch(() => undefined)
  loaded?.readAgain()
}

async function loadOwnTexts(): Promise<void> {
  const { mergeOwnTexts } = await import('./data/shell/shell-calls.ts')
  await mergeOwnTexts(wireLocale())
}

/** Whether the server drew this very place: the same address, not another that the guards lead to, in the same language. */
function isDrawn(root: HTMLElement, asked: string, { location }: Place): boolean {
  return root.firstElementChild !== null && location.pathname === asked && wireLocale() === boot().lang
}

void start()
