/**
 * A small list of passwords of ten characters and more that are tried first by whoever guesses. It is not a breach corpus: production may
 * put one in its place.
 */
const LINES = `
0000000000 0123456789 0987654321 1111111111 1122334455 112233445566 1212121212 1231231234 123123123a 123321123321
1234567890 1234567890a 12345678910 123456789a 123456789abc 147258369a 159753159753 1q2w3e4r5t 1q2w3e4r5t6y
1qaz2wsx!qaz 1qaz2wsx3edc 1qazxsw23edc 5201314520 9876543210 987654321a a123456789 a1234567890 a1b2c3d4e5 a1b2c3d4e5f6
aa123456789 abc1234567 abc12345678 abc123456789 abc123abc123 abcd1234!@ abcd12345! abcd123456 abcd1234567 abcdefg123
abcdefghij admin1234! admin12345 admin123456 admin@12345 admin@123456 administrator administrator1 administrator1!
arsenal1234 asd123456789 asdfghjkl1 asdfghjkl123 autumn2024! autumn2025! autumn2026! barcelona1 baseball123
batman12345 binance123 binance1234 bitcoin123 bitcoin123! bitcoin1234 bitcoin12345 bitcoin2024 bitcoin2025 bitcoin2026
blockchain1 blockchain123 changeme1! changeme123 changeme123! charlie123 charlie1234 chelsea1234 coinbase123
computer123 correcthorse correcthorsebatterystaple crypto123! crypto12345 crypto123456 crypto2024! crypto2025!
crypto2026! december2025 default123 default1234 dogecoin123 dragon12345 ethereum1! ethereum123 exchange123
exchange123! football12 football123 fortnite123 freedom123 guest12345 hello12345 hello123456 hodlhodl12 hodlhodl123
iloveyou1! iloveyou12 iloveyou123 iloveyou123! internet123 january2025 january2026 jennifer12 juventus123 letmein123
letmein123! letmein1234 liverpool1 liverpool123 manchester1 master12345 michael123 michael1234 minecraft1 minecraft123
monday1234 money12345! money123456 monkey12345 monkey123456 nakamoto123 p@55w0rd123 p@ssw0rd!! p@ssw0rd123
p@ssw0rd1234 p@ssword123 pass123456 pass1234567 pass@12345 pass@123456 passport123 passw0rd!! passw0rd123 passw0rd2024
passw0rd2025 passw0rd2026 password!23 password1! password12 password123 password123! password1234 password12345
password2023 password2024 password2024! password2025 password2025! password2026 password2026! passwordpassword
pokemon123 pokemon1234 princess12 princess123 q123456789 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx12345 qazwsxedc1 qazwsxedc123
qq123456789 qwe123456789 qweasd123456 qweasdzxc123 qwerty!@#123 qwerty123! qwerty1234 qwerty12345 qwerty123456
qwertyuiop qwertyuiop123 realmadrid1 root123456 samsung123 samsung1234 satoshi123 secret12345 secret123456 shadow12345
spring2024! spring2025! spring2026! starwars123 summer2023! summer2024! summer2025! summer2026! sunshine12 sunshine123
superman123 test12345! test123456 test1234567 testing123 testtest123 tothemoon1! tothemoon123 trader12345 trading123
trading1234 trustno1trustno1 user123456 w123456789 wallet12345 welcome123 welcome123! welcome1234 welcome2024
welcome2025 welcome2026 whatever123 winter2023! winter2024! winter2025! winter2026! woaini1314 woaini5201314
z123456789 zaq12wsxcde3 zaq1@wsx3edc zxc123456789 zxcvbnm123 zxcvbnm1234
`

/** Lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LINES.trim().split(/\s+/))
