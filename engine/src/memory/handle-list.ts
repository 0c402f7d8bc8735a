/** A list of handles that is filled and emptied with every entry and keeps its memory. */

export class HandleList {
  slots: DataView = new DataView(new ArrayBuffer(256))
  capacity = 64
  length = 0

  push(handle: number): void {
    if (this.length === this.capacity) this.grow()
    this.slots.setInt32(this.length * 4, handle, true)
    this.length += 1
  }

  at(position: number): number {
    return this.slots.getInt32(position * 4, true)
  }

  /** Takes the one at a position out; the last one takes its place. */
  takeOut(position: number): void {
    this.length -= 1
    this.slots.setInt32(position * 4, this.slots.getInt32(this.length * 4, true), true)
  }

  clear(): void {
    this.length = 0
  }

  grow(): void {
    this.capacity *= 2
    const buffer = new ArrayBuffer(this.capacity * 4)
    new Uint8Array(buffer).set(new Uint8Array(this.slots.buffer))
    this.slots = new DataView(buffer)
  }
}
