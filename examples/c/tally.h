struct tally {
  int found;
  int largest;
};

extern struct tally tally;

void count(int prime);
