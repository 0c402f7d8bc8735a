/** What the server says of a withdrawal that is not asked for yet: its bounds, its fee, what arrives. */
import type { ResponseOf } from '@agio/wire/call.ts'
import { withdrawPreview } from '@agio/wire/wallet/wallet.ts'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../data/http-client.ts'
import { SPOT_QUERIES } from '../../../data/spot/spot-changes.ts'

/** What of the form is told of, as far as it is known. */
export interface Asked {
  readonly coinId: string | undefined
  readonly protocolType: string | undefined
  readonly address?: string | undefined
  readonly amount?: string | undefined
}

/** Until an answer comes, that about the same coin before: bounds of another one would be taken for this one's. */
export const previewQuery = ({ coinId, protocolType, address, amount }: Asked) =>
  queryOptions({
    queryKey: [SPOT_QUERIES, 'withdrawPreview', coinId, protocolType, address, amount],
    enabled: coinId !== undefined && protocolType !== undefined,
    placeholderData: (before: ResponseOf<typeof withdrawPreview> | undefined, query) =>
      query?.queryKey[2] === coinId ? before : undefined,
    retry: false,
    queryFn: () =>
      send(withdrawPreview, {
        coinId: coinId ?? '',
        protocolType: protocolType ?? '',
        ...(address !== undefined && { address }),
        ...(amount !== undefined && { amount }),
      }),
  })
