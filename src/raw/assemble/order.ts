// Memory orders: which of them take what others gave, and which give.

import { Order } from '../format.ts';

/** The bits of `extra` that hold the order. */
export const ORDER_BITS = 7;

export function acquires(order: number): boolean {
  return order !== Order.relaxed && order !== Order.release;
}

export function releases(order: number): boolean {
  return order >= Order.release;
}
