// The twin of stock.c.
package main

import "sync"

type item struct {
	next       *item
	key, count int
}

type table struct {
	first *item
}

var (
	stock              *table
	ofSales, ofReturns sync.Mutex
)

func (t *table) add(key int) {
	t.first = &item{next: t.first, key: key}
}

func (t *table) visit(key int, change func(*item)) {
	for item := t.first; item != nil; item = item.next {
		if item.key == key {
			change(item)
		}
	}
}

func decrease(item *item) { item.count-- }
func increase(item *item) { item.count++ }

func sell(clerks *sync.WaitGroup) {
	defer clerks.Done()
	ofSales.Lock()
	stock.visit(7, decrease)
	ofSales.Unlock()
}

func takeBack(clerks *sync.WaitGroup) {
	defer clerks.Done()
	ofReturns.Lock()
	stock.visit(7, increase)
	ofReturns.Unlock()
}

func openShop(clerks *sync.WaitGroup) {
	clerks.Add(2)
	go sell(clerks)
	go takeBack(clerks)
}

func main() {
	var clerks sync.WaitGroup
	stock = &table{}
	stock.add(7)
	openShop(&clerks)
	clerks.Wait()
}
