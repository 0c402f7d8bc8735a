/** An amendment that lowered an order's quantity and left the order in its place. */
export interface LoweringRow {
  /** Before it, lots. */
  readonly quantity: number
  /** Behind it, lots. */
  readonly loweredTo: number
  /** Traded by then, lots: a part of both. */
  readonly executedQuantity: number
  readonly at: number
}
