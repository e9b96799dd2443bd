import { shopFor } from '../shop'
import { requireVisit, visitOf } from '../visits'

export default requireVisit(async () => {
  const { title, out, name, isStaff, children, snacks } = shopFor(await visitOf())
  return (
    <main>
      <h1>{title}</h1>
      <p>{name}</p>
      {isStaff && <a href="/orders.txt">Orders</a>}
      {children.map(child => (
        <form key={child.userId} method="post" action="/orders">
          <h2>{child.name}</h2>
          <input type="hidden" name="child" value={child.userId} />
          {snacks.map(snack => (
            <button type="submit" key={snack} name="snack" value={snack}>
              {snack}
            </button>
          ))}
        </form>
      ))}
      <form method="post" action="/sign-out">
        <button type="submit">{out}</button>
      </form>
    </main>
  )
})
