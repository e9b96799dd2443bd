import { createExtension, type Visit, VisitRefused } from '@schoolbell/extension'

/** The shop's own records. The service knows the user, but not the user's children. */
const families = [
  {
    id: 1,
    guardian: 'GDN-2001',
    children: [
      { userId: 3001, name: 'Hoi-ching' },
      { userId: 3028, name: 'Hoi-yan' },
    ],
  },
]
const snacks = ['Fruit cup', 'Rice roll']
const orders: string[] = []

/** Stored in the visit's cookie, so only an id. */
export type Account = { familyId: number | null }

export const extension = createExtension({
  appId: process.env.APP_ID ?? 'sample-school',
  sessionUrl: process.env.SESSION_URL ?? 'http://127.0.0.1:4010/session/staging',
  environment: 'staging',
  secret: process.env.VISIT_SECRET ?? '',
  onVisit({ role, refNo }) {
    if (role === 'Staff') return { familyId: null }
    const family = families.find(({ guardian }) => guardian === refNo)
    if (family) return { familyId: family.id }
    throw new VisitRefused({
      'en-US': 'The tuck shop has no record of your family. Please ask the school office.',
      'zh-HK': '小食部未有您的家庭紀錄，請向校務處查詢。',
    })
  },
})

/** The visitor's own children; the one selected in the app first. */
function childrenOf({ account, selectionHint }: Visit<Account>) {
  const { children } = families.find(({ id }) => id === account.familyId) ?? { children: [] }
  const isSelected = (userId: number) => selectionHint.kind === 'student' && selectionHint.userId === userId
  return children.toSorted((one, other) => Number(isSelected(other.userId)) - Number(isSelected(one.userId)))
}

/** False if the child or the snack is not allowed. */
export function order(visit: Visit<Account>, { child, snack }: Record<string, unknown>): boolean {
  const own = childrenOf(visit).find(({ userId }) => `${userId}` === child)
  if (!own || !snacks.includes(`${snack}`)) return false
  orders.push(`${own.name}: ${snack}`)
  return true
}

export const allOrders = () => orders.join('\n')

/** What the page shows to this visitor. */
export function shopFor(visit: Visit<Account>) {
  const [title, out] = visit.language === 'zh-HK' ? ['小食部', '登出'] : ['Tuck shop', 'Sign out']
  const { language, user } = visit
  return {
    title,
    out,
    language,
    name: user.fullName,
    isStaff: user.role === 'Staff',
    children: childrenOf(visit),
    snacks,
  }
}

/** The same as HTML, for the frameworks without components. */
export function page(visit: Visit<Account>): string {
  const { title, out, language, name, isStaff, children } = shopFor(visit)
  const forms = children.map(
    child => `<form method="post" action="/orders">
<h2>${escaped(child.name)}</h2>
<input type="hidden" name="child" value="${child.userId}">
${snacks.map(snack => `<button name="snack" value="${escaped(snack)}">${escaped(snack)}</button>`).join('\n')}
</form>`,
  )
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${escaped(name)}</p>
${isStaff ? '<a href="/orders.txt">Orders</a>' : forms.join('\n')}
<form method="post" action="/sign-out"><button>${out}</button></form>
</html>`
}

export const signedOut = '<!doctype html><title>Signed out</title><h1>Signed out</h1>'

const escaped = (text: string) => text.replace(/[&<>"']/g, each => `&#${each.charCodeAt(0)};`)
