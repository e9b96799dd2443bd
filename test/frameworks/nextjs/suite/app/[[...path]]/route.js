import { answer } from '../../under-test.js'
import { functions } from '../../visits.js'

const route = request => {
  const path = request.nextUrl.pathname.replace('/not-covered', '')
  return answer(functions, request, request.method, path)
}

export { route as GET, route as POST }
