const list = `
password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 11111111
00000000 12341234 87654321 123123123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
asdfghjk asdfghjkl zxcvbnm1 iloveyou iloveyou1 sunshine sunshine1 princess princess1 football football1 baseball
baseball1 superman superman1 batman123 dragon123 monkey123 shadow123 master123 michael1 jennifer jordan23 welcome1
welcome12 welcome123 letmein1 letmein123 trustno1 starwars computer internet whatever access14 admin123 admin1234
administrator changeme changeme1 changeme123 default1 secret123 testtest test1234 testing1 testing123 abcd1234 abc12345
a1b2c3d4 aaaaaaaa 55555555 66666666 77777777 88888888 99999999 22222222 33333333 44444444 121212121 123321123 13579246
147258369 159753456 987654321 0123456789 0987654321 q1w2e3r4 zaq12wsx 1234qwer qwer1234 qazwsxedc asdf1234 zxcv1234
samsung1 chocolate liverpool charlie1 jessica1 ashley12 mustang1 corvette mercedes chevrolet ferrari1 porsche1 cadillac
dealership dealership1 dealer123 cardealer checkrequest check-request checks123 summer2024 summer2025 summer2026
winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 january1 december1 november1 october1
`

/** Passwords that attackers try first, in lowercase. Those shorter than the minimum are left out. */
export const commonPasswords: ReadonlySet<string> = new Set(list.split(/\s+/).filter(Boolean))
