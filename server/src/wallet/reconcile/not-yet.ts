/** Something that a comparison needs is not there yet: nothing is compared, and nothing is wrong. */
export class NotYet extends Error {
  constructor(text: string) {
    super(text)
    this.name = 'NotYet'
  }
}
