package foretrace.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The table of classes of the JDK that are not for two threads at a time: which of their methods read and which write. Others do neither, or nobody knows. */
final class PlainTypes {
    private PlainTypes() {}

    /** Methods of several classes by their names. `keeps`: what is put in comes out again. */
    record Family(boolean keeps, Set<String> reads, Set<String> writes) {
        int kind(String name) {
            if (writes.contains(name)) return Raw.WRITE;
            return reads.contains(name) ? Raw.READ : 0;
        }
    }

    static final Family COLLECTION = new Family(true,
            words("get getOrDefault containsKey containsValue contains containsAll size isEmpty iterator listIterator descendingIterator forEach "
                    + "forEachRemaining tryAdvance stream parallelStream indexOf lastIndexOf toArray peek peekFirst peekLast getFirst getLast element "
                    + "firstKey lastKey first last floor ceiling higher lower floorKey ceilingKey higherKey lowerKey firstEntry lastEntry floorEntry "
                    + "ceilingEntry higherEntry lowerEntry hasNext next hasPrevious previous nextElement hasMoreElements hashCode equals toString clone"),
            words("put putAll putIfAbsent remove removeAll removeIf retainAll replace replaceAll compute computeIfAbsent computeIfPresent merge clear add "
                    + "addAll addFirst addLast set sort offer offerFirst offerLast poll pollFirst pollLast push pop removeFirst removeLast putFirst putLast "
                    + "removeFirstOccurrence removeLastOccurrence pollFirstEntry pollLastEntry ensureCapacity trimToSize"));
    private static final Family TEXT = new Family(false,
            words("charAt length substring subSequence indexOf lastIndexOf toString codePointAt codePointBefore codePointCount compareTo capacity getChars "
                    + "chars codePoints isEmpty offsetByCodePoints"),
            words("append appendCodePoint insert delete deleteCharAt reverse replace setCharAt setLength ensureCapacity trimToSize repeat add setEmptyValue merge"));
    private static final Family BITS = new Family(false,
            words("get cardinality nextSetBit nextClearBit previousSetBit previousClearBit isEmpty length size intersects toByteArray toLongArray stream "
                    + "equals hashCode toString clone"),
            words("set clear flip and or xor andNot"));
    private static final Family TIME = new Family(false,
            words("get getTime getTimeInMillis getTimeZone getYear getMonth getDate getDay getHours getMinutes getSeconds before after compareTo equals "
                    + "hashCode toString toInstant isLenient isSet getActualMaximum getActualMinimum clone toZonedDateTime"),
            words("set add roll clear setTime setTimeInMillis setTimeZone setLenient setYear setMonth setDate setHours setMinutes setSeconds setWeekDate "
                    + "setFirstDayOfWeek setMinimalDaysInFirstWeek setGregorianChange"));
    private static final Family FORMAT = new Family(false,
            words("toPattern toLocalizedPattern getCalendar getTimeZone isLenient getNumberFormat clone equals"),
            words("format formatToCharacterIterator parse parseObject applyPattern applyLocalizedPattern setCalendar setTimeZone setLenient setNumberFormat "
                    + "setDateFormatSymbols setDecimalFormatSymbols set2DigitYearStart setGroupingUsed setGroupingSize setMaximumFractionDigits "
                    + "setMinimumFractionDigits setMaximumIntegerDigits setMinimumIntegerDigits setRoundingMode setParseBigDecimal setParseIntegerOnly "
                    + "setFormat setFormats setLocale"));
    private static final Family MATCHER = new Family(false, words("group start end hitEnd requireEnd toMatchResult regionStart regionEnd hasMatch"),
            words("find matches lookingAt reset region usePattern replaceAll replaceFirst appendReplacement appendTail results useAnchoringBounds "
                    + "useTransparentBounds"));
    private static final Family SCANNER = new Family(false, words("match"),
            words("next nextLine nextInt nextLong nextShort nextByte nextFloat nextDouble nextBoolean nextBigInteger nextBigDecimal hasNext hasNextLine "
                    + "hasNextInt hasNextLong hasNextShort hasNextByte hasNextFloat hasNextDouble hasNextBoolean hasNextBigInteger hasNextBigDecimal "
                    + "findInLine findWithinHorizon skip useDelimiter useLocale useRadix reset close tokens findAll"));
    private static final Family RANDOM = new Family(false, Set.of(),
            words("nextInt nextLong nextBoolean nextDouble nextFloat nextBytes nextGaussian nextExponential split"));
    private static final Family DIGEST = new Family(false, Set.of("clone"), words("update digest reset"));
    private static final Family TOKENS = new Family(false, Set.of(),
            words("nextToken hasMoreTokens nextElement hasMoreElements countTokens"));

    /** What of a collection that is no set and no map only puts in, and always does. */
    private static final Set<String> PUTS = words("add addAll addFirst addLast offer offerFirst offerLast push sort clear ensureCapacity trimToSize addElement");

    private static final Map<String, Family> FAMILIES = new HashMap<>();

    static {
        is(COLLECTION, "java.util", "HashMap LinkedHashMap TreeMap IdentityHashMap WeakHashMap EnumMap ArrayList LinkedList ArrayDeque PriorityQueue");
        is(COLLECTION, "java.util", "HashSet LinkedHashSet TreeSet RegularEnumSet JumboEnumSet");
        is(TEXT, "java.lang", "StringBuilder");
        is(TEXT, "java.util", "StringJoiner");
        is(BITS, "java.util", "BitSet");
        is(TIME, "java.util", "Date GregorianCalendar JapaneseImperialCalendar");
        is(FORMAT, "java.text", "SimpleDateFormat DecimalFormat CompactNumberFormat MessageFormat ChoiceFormat");
        is(MATCHER, "java.util.regex", "Matcher");
        is(SCANNER, "java.util", "Scanner");
        is(RANDOM, "java.util", "SplittableRandom");
        is(DIGEST, "java.security", "MessageDigest");
        is(TOKENS, "java.util", "StringTokenizer");
    }

    /** Null for classes that are for many threads, or not known. `type` may be a part of such a class, as the digests that providers make are. */
    static Family of(String type) {
        Family family = FAMILIES.get(type);
        return family != null || !type.startsWith("java.security.MessageDigest$") ? family : DIGEST;
    }

    /** Whether a method that writes tells its caller what others have put in: whoever takes it out has read it. */
    static boolean handsOut(String type, String name) {
        Family family = of(type);
        if (family != null && !family.keeps) return false;
        return type.endsWith("Map") || type.endsWith("Set") || !PUTS.contains(name);
    }

    private static void is(Family family, String folder, String names) {
        for (String name : words(names)) FAMILIES.put(folder + "." + name, family);
    }

    private static Set<String> words(String line) {
        return Set.of(line.split(" "));
    }
}
