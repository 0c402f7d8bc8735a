/** The gateway: every call of the API, the pages of the web application, and the two pages for developers. */
import { HEADERS } from '@agio/wire/headers.ts'
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from './context.ts'
import { registerApiDocs } from './openapi/docs-page.ts'
import { isCallPath } from './pages/app-paths.ts'
import { registerPages } from './pages/page.ts'
import { registerApiKeyRoutes } from './routes/account/api-keys.ts'
import { registerAuthRoutes } from './routes/account/auth.ts'
import { registerFactorRoutes } from './routes/account/auth-factors.ts'
import { registerSessionRoutes } from './routes/account/auth-sessions.ts'
import { registerIdentityRoutes } from './routes/account/identity.ts'
import { registerInviteRoutes } from './routes/account/invite.ts'
import { registerPasskeyRoutes } from './routes/account/passkeys.ts'
import { registerPersonalDataRoutes } from './routes/account/personal-data.ts'
import { registerUserRoutes } from './routes/account/user.ts'
import { registerFileRoutes } from './routes/content/files.ts'
import { registerHomeWebRoutes } from './routes/content/home-web.ts'
import { registerInformRoutes } from './routes/content/inform.ts'
import { registerToolRoutes } from './routes/content/tools.ts'
import { registerConvertRoutes } from './routes/convert/convert.ts'
import { registerDevRoutes } from './routes/dev.ts'
import { registerEarnRoutes } from './routes/earn/earn.ts'
import { registerOpenEarnRoutes } from './routes/earn/open.ts'
import { registerIndexPriceRoutes } from './routes/market/index-price.ts'
import { registerMarketRoutes } from './routes/market/market.ts'
import { registerSpotRoutes } from './routes/spot/spot.ts'
import { registerAddressBookRoutes } from './routes/wallet/address-book.ts'
import { registerAssetsRoutes } from './routes/wallet/assets.ts'
import { registerWalletChainRoutes } from './routes/wallet/chains.ts'
import { registerReserveRoutes } from './routes/wallet/reserves.ts'
import { registerWalletRoutes } from './routes/wallet/wallet.ts'
import { createServer } from './server.ts'

/** Does not listen; `app.server` takes the sockets' upgrades. */
export async function buildApp(context: ServerContext): Promise<FastifyInstance> {
  const app = createServer(context, { languageHeader: HEADERS.language, isCall: isCallPath })
  registerHomeWebRoutes(app, context)
  registerAuthRoutes(app, context)
  registerSessionRoutes(app, context)
  registerPasskeyRoutes(app, context)
  registerApiKeyRoutes(app)
  registerPersonalDataRoutes(app)
  registerFactorRoutes(app)
  registerUserRoutes(app)
  registerIdentityRoutes(app)
  registerInviteRoutes(app, context)
  registerFileRoutes(app)
  registerInformRoutes(app)
  registerToolRoutes(app, context)
  registerDevRoutes(app, context)
  registerSpotRoutes(app)
  registerMarketRoutes(app)
  registerIndexPriceRoutes(app, context)
  registerAssetsRoutes(app, context)
  registerWalletRoutes(app)
  registerWalletChainRoutes(app)
  registerAddressBookRoutes(app)
  registerReserveRoutes(app)
  registerConvertRoutes(app)
  registerOpenEarnRoutes(app)
  registerEarnRoutes(app)
  registerApiDocs(app, context)
  await registerPages(app, context)
  await app.ready()
  return app
}
