import { expect, it } from 'vitest'
import { turns } from '../../../../sync-agent/outlets/changes/turns.ts'

it('a crowd continues in the order of its calls, a few in each turn of the event loop', async () => {
  const turn = turns(3)
  let looks = 0
  let isOver = false
  const look = () => {
    looks += 1
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const crowd = Array.from({ length: 10 }, (_, index) => index)
  const order: number[] = []
  const inTurn = new Map<number, number>()
  await Promise.all(
    crowd.map(async one => {
      await turn()
      order.push(one)
      inTurn.set(looks, (inTurn.get(looks) ?? 0) + 1)
    }),
  )
  isOver = true
  expect(order).toEqual(crowd)
  expect([...inTurn.values()]).toEqual([3, 3, 3, 1])
  // The next one begins anew.
  await turn()
})
