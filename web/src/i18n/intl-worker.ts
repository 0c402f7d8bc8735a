/** Makes formats like those of `format.ts` in the language that is its name, and ends. */
const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }

for (const options of [DAY, TIME]) new Intl.DateTimeFormat(self.name, options).format()
new Intl.NumberFormat(self.name, { notation: 'compact' }).format(1)
// The chart writes its dates in English, whatever the page speaks.
new Intl.DateTimeFormat('en', { ...DAY, ...TIME, month: '2-digit', hour12: false }).format()
self.close()
