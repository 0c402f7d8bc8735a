/** The gateway: every call of the contract, the pages of the web application, and the two pages for developers. */
import { HEADERS } from '@agio/wire/headers.ts'
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from './context.ts'
import { registerApiDocs } from './openapi/docs-page.ts'
import { isCallPath } from './pages/app-paths.ts'
import { registerPages } from './pages/page.ts'
import { registerAddressBookRoutes } from './routes/address-book.ts'
import { registerApiKeyRoutes } from './routes/api-keys.ts'
import { registerAssetsRoutes } from './routes/assets.ts'
import { registerAuthRoutes } from './routes/auth.ts'
import { registerFactorRoutes } from './routes/auth-factors.ts'
import { registerSessionRoutes } from './routes/auth-sessions.ts'
import { registerConvertRoutes } from './routes/convert.ts'
import { registerDevRoutes } from './routes/dev.ts'
import { registerEarnRoutes } from './routes/earn.ts'
import { registerOpenEarnRoutes } from './routes/earn-open.ts'
import { registerFileRoutes } from './routes/files.ts'
import { registerHomeWebRoutes } from './routes/home-web.ts'
import { registerIdentityRoutes } from './routes/identity.ts'
import { registerIndexPriceRoutes } from './routes/index-price.ts'
import { registerInformRoutes } from './routes/inform.ts'
import { registerInviteRoutes } from './routes/invite.ts'
import { registerMarketRoutes } from './routes/market.ts'
import { registerPasskeyRoutes } from './routes/passkeys.ts'
import { registerPersonalDataRoutes } from './routes/personal-data.ts'
import { registerReserveRoutes } from './routes/reserves.ts'
import { registerSpotRoutes } from './routes/spot.ts'
import { registerToolRoutes } from './routes/tools.ts'
import { registerUserRoutes } from './routes/user.ts'
import { registerWalletRoutes } from './routes/wallet.ts'
import { registerWalletChainRoutes } from './routes/wallet-chains.ts'
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
