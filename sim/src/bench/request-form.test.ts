/** What a load sends. */
import { describe, expect, it } from 'vitest'
import { firstNumberOfLoad, RequestForm } from './request-form.ts'

describe('a request of a load', () => {
  it('has its own number and tells its own length', () => {
    const form = new RequestForm('POST /x HTTP/1.1\r\nhost: a\r\n', '{"id":"b{n}","é":1}')
    const sent = [7, 123_456_789_012].map((number) => form.request(number).toString())
    expect(sent).toEqual(
      ['000000000007', '123456789012'].map((digits) => {
        const body = `{"id":"b${digits}","é":1}`
        return `POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      }),
    )
    expect(new RequestForm('POST / HTTP/1.1\r\n', '{}').request(5).toString()).toBe('POST / HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}')
  })

  it('never repeats the number of a load before', async () => {
    const first = firstNumberOfLoad()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(firstNumberOfLoad() - first).toBeGreaterThanOrEqual(4000)
    expect(firstNumberOfLoad()).toBeLessThan(1e12)
  })
})
