/** History cannot be read now: too many reads wait, its database is away, the disk is full, or the server stops. Try again later. */
export class HistoryUnavailable extends Error {
  constructor(why: string) {
    super(`history is unavailable: ${why}`)
    this.name = 'HistoryUnavailable'
  }
}
