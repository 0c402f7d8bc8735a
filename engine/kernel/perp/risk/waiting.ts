/** Positions of a contract that wait for the next slice of their reduction, the one that waits longest first. */
import { Contract, none, Position } from '../../../generated/rows'

export function joinWaiting(position: Position): void {
  if (position.isWaiting != 0) return
  position.isWaiting = 1
  position.next = none<Position>()
  const contract = position.contract
  let last = contract.waiting
  if (!last.exists) {
    contract.waiting = position
    return
  }
  while (last.next.exists) last = last.next
  last.next = position
}

export function leaveWaiting(position: Position): void {
  if (position.isWaiting == 0) return
  position.isWaiting = 0
  const contract: Contract = position.contract
  if (contract.waiting == position) {
    contract.waiting = position.next
    return
  }
  let before = contract.waiting
  while (before.next != position) before = before.next
  before.next = position.next
}
