/** A market that does not trade is looked at often while somebody waits before it: nobody tells a page that trading goes on. */

const LOOK_MS = 5000

/** When to read its terms again, ms; false = nothing to wait for. @param market the one before him, as far as it is known */
export const lookAgain = (market: { readonly state: string } | undefined): number | false =>
  market === undefined || market.state === 'trading' ? false : LOOK_MS
