import Announcements
import NavigationEvents
import Testing

/// Every phrase with every kind of street name, judged by rules of each language.
@Suite struct StreetNameTests {
    /// A maneuver whose phrase a street name follows.
    private struct Turn {
        var maneuver: Maneuver
        var exit: Int?
        var change = RoadClassChange.none

        static let all: [Turn] =
            [
                .turnLeft, .turnSlightRight, .turnSharpLeft, .turnKeepLeft, .forkRight, .straight, .mergeUnspecified,
                .mergeLeft, .roundaboutLeftClockwise, .roundaboutStraightCounterclockwise,
                .roundaboutExitCounterclockwise, .roundaboutCounterclockwise, .nameChange,
            ].map { Turn(maneuver: $0) }
            + [1, 2, 13].map { Turn(maneuver: .roundaboutCounterclockwise, exit: $0) }
            + [.offRampRight, .offRampKeepLeft, .offRampLeft].map { Turn(maneuver: $0, change: .motorwayExit) }
    }

    private func texts(_ table: StringTable, _ name: String, _ turn: Turn, _ mode: TravelMode = .car) throws -> [String]
    {
        try [CueStage.prepare, .now].map { stage in
            let step = Step.make(turn.maneuver, onto: name, exit: turn.exit, change: turn.change)
            var generator = AnnouncementGenerator(strings: table)
            generator.navigationStarted(.make(mode))
            return try generator.announcement(for: .make(.make(stage), step: step))?.text ?? ""
        }
    }

    /// The words after "turn left" and before or after "keep left", "at the roundabout take the second exit".
    private struct Expected {
        var name: String
        var turn: String
        var keep: String
        var exit: String

        init(_ name: String, _ turn: String, keep: String? = nil, exit: String? = nil) {
            (self.name, self.turn) = (name, turn)
            self.keep = keep ?? turn
            self.exit = exit ?? turn
        }
    }

    /// The preposition and the article for each kind of name, in German.
    private static let german = [
        Expected("Bahnhofstraße", "in die Bahnhofstraße", keep: "auf die Bahnhofstraße"),
        Expected("Rohrbacher Gasse", "in die Rohrbacher Gasse", keep: "auf die Rohrbacher Gasse"),
        Expected("Neuer Weg", "in den Neuen Weg", keep: "auf den Neuen Weg"),
        Expected("Stadtgraben", "in den Stadtgraben", keep: "auf den Stadtgraben"),
        Expected("Karlsplatz", "auf den Karlsplatz"), Expected("Mittlerer Ring", "auf den Mittleren Ring"),
        Expected("Alte Brücke", "auf die Alte Brücke"), Expected("B 37", "auf die B 37"),
        Expected("Isarufer", "auf das Isarufer"), Expected("Kornmarkt", "auf den Kornmarkt"),
        Expected("Zeil", "auf Zeil"), Expected("Rue de Rivoli", "auf Rue de Rivoli"),
    ]

    @Test(arguments: [
        (Maneuver.turnKeepLeft, "links halten"), (.forkRight, "rechts halten"), (.straight, "geradeaus weiterfahren"),
        (.mergeUnspecified, "einfädeln"),
    ])
    func `German keeps onto a street and turns into it`(_ maneuver: Maneuver, _ phrase: String) throws {
        let table = try ShippedLanguages.table("de")
        for kind in Self.german {
            let exit = Turn(maneuver: .roundaboutCounterclockwise, exit: 2)
            #expect(
                try texts(table, kind.name, Turn(maneuver: .turnLeft))[0]
                    == "in 300 Metern links abbiegen \(kind.turn)")
            #expect(try texts(table, kind.name, Turn(maneuver: maneuver))[0] == "in 300 Metern \(phrase) \(kind.keep)")
            #expect(
                try texts(table, kind.name, exit)[0]
                    == "in 300 Metern im Kreisverkehr die zweite Ausfahrt \(kind.exit) nehmen")
        }
    }

    @Test func `a German name with a preposition follows the verb`() throws {
        let table = try ShippedLanguages.table("de")
        let exit = Turn(maneuver: .roundaboutCounterclockwise, exit: 2)
        #expect(
            try texts(table, "Am Markt", exit)[0]
                == "in 300 Metern im Kreisverkehr die zweite Ausfahrt nehmen, Am Markt")
        #expect(try texts(table, "Am Markt", Turn(maneuver: .forkLeft))[0] == "in 300 Metern links halten, Am Markt")
        let step = Step.make(.roundaboutCounterclockwise, towards: ["Ulm", "Kempten"], exit: 1)
        #expect(
            try AnnouncementGenerator.text(.make(.make(.prepare), step: step), strings: table)
                == "in 300 Metern im Kreisverkehr die erste Ausfahrt Richtung Ulm und Kempten nehmen")
        let second = NavigationInfo.make(
            .make(.now, includesNext: true), step: .make(.turnLeft),
            then: .make(.roundaboutCounterclockwise, number: 4, onto: "B 37", exit: 2))
        #expect(
            try AnnouncementGenerator.text(second, strings: table)
                == "jetzt links abbiegen, dann im Kreisverkehr die zweite Ausfahrt auf die B 37 nehmen")
    }

    private static let dutch = [
        Expected("Kerkstraat", "de Kerkstraat in", exit: "naar de Kerkstraat"),
        Expected("Neuer Weg", "de Neuer Weg op", exit: "naar de Neuer Weg"),
        Expected("A2", "de A 2 op", exit: "naar de A 2"),
        Expected("Stationsplein", "het Stationsplein op", exit: "naar het Stationsplein"),
        Expected("Zandpad", "het Zandpad op", exit: "naar het Zandpad"),
        Expected("Vondelpark", "het Vondelpark in", exit: "naar het Vondelpark"),
        Expected("Bahnhofstraße", "naar Bahnhofstraße"),
    ]

    @Test func `Dutch says the street before the verb and with its article`() throws {
        let table = try ShippedLanguages.table("nl")
        for kind in Self.dutch {
            let exit = Turn(maneuver: .roundaboutCounterclockwise, exit: 2)
            #expect(try texts(table, kind.name, Turn(maneuver: .turnLeft))[0] == "over 300 meter linksaf \(kind.turn)")
            #expect(
                try texts(table, kind.name, Turn(maneuver: .forkLeft))[0]
                    == "over 300 meter links aanhouden \(kind.exit)")
            #expect(
                try texts(table, kind.name, exit)[0]
                    == "over 300 meter op de rotonde de tweede afslag \(kind.exit) nemen")
        }
    }

    /// The kinds of streets of the French post and of the map, with their articles.
    private static let french = """
        la: Rue Ruelle Place Route Promenade Rocade Voie Montée Traverse Villa Cité Résidence Venelle Sente Côte Cour \
        Descente Digue Passerelle Rampe Corniche Chaussée Galerie Bretelle Boucle Terrasse Placette
        le: Boulevard Chemin Cours Quai Passage Square Faubourg Rond-Point Pont Sentier Clos Hameau Lotissement Mail \
        Parvis Périphérique Port Carrefour Domaine Parc Tunnel Viaduc Village Val
        l’: Avenue Allée Impasse Esplanade Autoroute Escalier Enclos
        les: Allées Quais Arcades Remparts Berges
        """

    @Test func `French has the article of every kind of street`() throws {
        let table = try ShippedLanguages.table("fr")
        for line in Self.french.split(separator: "\n") {
            let parts = line.split(separator: ": ")
            let article = parts[0].hasSuffix("’") ? String(parts[0]) : "\(parts[0]) "
            for kind in parts[1].split(separator: " ") {
                let name = "\(kind) Victor Hugo"
                for turn in Turn.all {
                    for text in try texts(table, name, turn) where text.contains("Victor") {
                        let isSaid = [" sur ", " dans ", " vers "].contains { text.hasSuffix("\($0)\(article)\(name)") }
                        #expect(isSaid, "\(text)")
                        #expect(turn.maneuver != .forkRight || text.contains("serrez à droite sur "), "\(text)")
                    }
                }
            }
        }
        for (name, words) in [
            ("A6", "sur l’A 6"), ("D 952", "sur la D 952"), ("E15", "sur l’E 15"), ("N7", "sur la N 7"),
            ("Grande Rue", "sur Grande Rue"), ("Zeil", "sur Zeil"),
        ] {
            #expect(
                try texts(table, name, Turn(maneuver: .turnLeft))[0]
                    == "dans 300 mètres, tournez à gauche \(words)")
        }
    }

    /// Names of streets in Russian in the nominative and after "на".
    private static let russian = [
        ("улица Ленина", "улицу Ленина"), ("Тверская улица", "Тверскую улицу"),
        ("Невский проспект", "Невский проспект"),
        ("проспект Мира", "проспект Мира"), ("Петровская коса", "Петровскую косу"), ("Новая дорога", "Новую дорогу"),
        ("Ленинградское шоссе", "Ленинградское шоссе"), ("набережная Фонтанки", "набережную Фонтанки"),
        ("Дворцовая набережная", "Дворцовую набережную"), ("Красная площадь", "Красную площадь"),
        ("Тверской бульвар", "Тверской бульвар"), ("проезд Серова", "проезд Серова"), ("Глухой тупик", "Глухой тупик"),
        ("Липовая аллея", "Липовую аллею"), ("аллея Героев", "аллею Героев"), ("5-я линия", "5-ю линию"),
        ("Кадетская линия", "Кадетскую линию"), ("Крымский мост", "Крымский мост"),
        ("Сибирский тракт", "Сибирский тракт"),
        ("Андреевский спуск", "Андреевский спуск"), ("Музейный взвоз", "Музейный взвоз"),
        ("Земляной Вал", "Земляной Вал"),
        ("4-я Парковая улица", "4-ю Парковую улицу"), ("Лучевая просека", "Лучевую просеку"), ("Арбат", "Арбат"),
        ("улица 1 Мая", "улицу 1 Мая"), ("улица Большая Ордынка", "улицу Большую Ордынку"), ("Остоженка", "Остоженку"),
        ("улица Николая Рубцова", "улицу Николая Рубцова"), ("улица Егора Абакумова", "улицу Егора Абакумова"),
        ("Красная Пресня", "Красную Пресню"), ("Новая Деревня", "Новую Деревню"), ("Третья улица", "Третью улицу"),
        ("Медвежья улица", "Медвежью улицу"), ("Верхняя Масловка", "Верхнюю Масловку"),
        ("Лесная тропа", "Лесную тропу"),
        ("Синяя улица", "Синюю улицу"), ("Нагатинская пойма", "Нагатинскую пойму"),
        ("Крестьянская Застава", "Крестьянскую Заставу"),
        ("улица Маршала Жукова", "улицу Маршала Жукова"), ("переулок Сивцев Вражек", "переулок Сивцев Вражек"),
        ("МКАД", "МКАД"), ("М 4", "М 4"), ("Кольцевая автодорога", "Кольцевую автодорогу"),
        ("Старая Басманная", "Старую Басманную"),
        ("площадь Тверская Застава", "площадь Тверскую Заставу"), ("Рублёвское шоссе", "Рублёвское шоссе"),
        ("Марьина роща", "Марьину рощу"), ("улица Народная", "улицу Народную"), ("улица Заря", "улицу Заря"),
        ("Зелёная горка", "Зелёную горку"), ("Проспект Просвещения", "Проспект Просвещения"),
    ]

    @Test func `Russian names are in the accusative`() throws {
        let table = try ShippedLanguages.table("ru")
        for (name, accusative) in Self.russian {
            #expect(
                try texts(table, name, Turn(maneuver: .turnLeft))[0]
                    == "через 300 метров поверните налево на \(accusative)")
        }
    }

    private static let polish = [
        ("ulica Długa", "ulicę Długą"), ("Długa", "Długą"), ("aleja Krakowska", "aleję Krakowską"),
        ("Aleje Jerozolimskie", "Aleje Jerozolimskie"), ("plac Wolności", "plac Wolności"),
        ("Mickiewicza", "Mickiewicza"),
        ("Nowy Świat", "Nowy Świat"), ("Rondo Kaponiera", "Rondo Kaponiera"), ("A4", "A 4"), ("S8", "S 8"),
        ("Trasa Łazienkowska", "Trasę Łazienkowską"), ("Droga Królewska", "Drogę Królewską"), ("Polna", "Polną"),
        ("Słoneczna", "Słoneczną"), ("Jana Pawła II", "Jana Pawła drugiego"),
        ("Obwodnica Północna", "Obwodnicę Północną"),
        ("osiedle Leśne", "osiedle Leśne"), ("Marszałkowska", "Marszałkowską"),
        ("Szosa Chełmińska", "Szosę Chełmińską"),
        ("Nowa", "Nową"), ("Wąska", "Wąską"), ("Wiejska", "Wiejską"), ("Zamkowa", "Zamkową"), ("Górna", "Górną"),
    ]

    @Test func `Polish names are in the accusative`() throws {
        let table = try ShippedLanguages.table("pl")
        for (name, accusative) in Self.polish {
            #expect(
                try texts(table, name, Turn(maneuver: .turnLeft))[0]
                    == "za 300 metrów skręć w lewo na \(accusative)")
        }
    }

    /// Words that may not stand together, in any sentence with a name.
    private static let mistakes: [String: [String]] = [
        "de": [
            "halten in ", "weiterfahren in ", "einfädeln in ", "abfahren in ", "nehmen auf", "nehmen in", "auf auf",
            "in in",
            "verlassen auf", "verlassen in", "Ausfahrt nehmen in",
        ],
        "nl": ["nemen de ", "nemen het ", "aanhouden de ", "aanhouden het ", "naar naar", "verlaten de "],
        "fr": [
            "sur Rue", "sur Avenue", "sur Boulevard", "sur Chemin", "serrez à gauche dans", "sur sur", "de le ",
            "sortie dans",
        ],
        "es": ["hacia Calle", "hacia Plaza", "hacia Paseo", "hacia el Calle", "hacia hacia"],
        "it": ["su su", "su Strada", "su Ponte", "su A 1"],
        "ru": ["на на", "на Петровская", "сразу вы прибудете", "затем вы прибудете"],
        "pl": ["na na", "na ulica"], "en-US": ["onto onto", "then you "], "en-GB": ["onto onto", "then you "],
        "ja": ["  "],
    ]
    private static let names = [
        "Mill Road", "A6", "I 95", "Bahnhofstraße", "Neuer Weg", "Am Markt", "Rue de la Paix", "Boulevard Voltaire",
        "Avenue Foch", "Chemin Vert", "Calle Mayor", "Paseo del Prado", "Plaza Mayor", "Via Roma", "Strada Nuova",
        "Ponte Vecchio", "Kerkstraat", "Stationsplein", "ulica Długa", "Петровская коса", "улица Ленина", "ほんちょう",
    ]

    @Test(arguments: ShippedLanguages.tags) func `no phrase makes a mistake with any kind of name`(_ tag: String) throws
    {
        let table = try ShippedLanguages.table(tag)
        let mistakes = try #require(Self.mistakes[tag], "say here which words may not stand together in \(tag)")
        for name in Self.names {
            for turn in Turn.all {
                for mode in [TravelMode.car, .foot, .bicycle] {
                    for text in try texts(table, name, turn, mode) {
                        for mistake in mistakes where text.contains(mistake) {
                            Issue.record("\(tag) says \"\(mistake)\": \(text)")
                        }
                        if let flaw = Wellformed.flaw(in: text) { Issue.record("\(tag): \(flaw) in \(text)") }
                    }
                }
            }
        }
    }

    @Test(arguments: ShippedLanguages.tags) func `an arrival after a turn has no mistake`(_ tag: String) throws {
        let table = try ShippedLanguages.table(tag)
        for isImmediate in [false, true] {
            let info = NavigationInfo.make(
                .make(.now, includesNext: true, isNextImmediate: isImmediate), step: .make(.turnLeft),
                then: .make(.destination, number: 4))
            let text = try #require(try AnnouncementGenerator.text(info, strings: table))
            for mistake in Self.mistakes[tag] ?? [] { #expect(!text.contains(mistake), "\(tag): \(text)") }
        }
    }

    @Test func `the route knows all names of the road before, the event only the first one`() throws {
        func text(_ names: String) throws -> String? {
            var before = Step.make(.turnRight, number: 2, onto: "Mill Road")
            before.fullRoadName = names
            let turn = Step.make(.turnKeepLeft, onto: "Hill Street / B 37", isStaying: true)
            var route = Route.make(.car)
            route.legs[0].steps = [before, turn, .make(.destination, number: 4)]
            var generator = AnnouncementGenerator(strings: try ShippedLanguages.table("en-US"))
            generator.navigationStarted(route)
            var info = NavigationInfo.make(.make(.prepare), step: turn)
            info.currentStreetName = "Mill Road"
            return try generator.announcement(for: info)?.text
        }
        #expect(try text("Mill Road / B 37") == "in 300 meters keep left to stay on B37")
        #expect(try text("Mill Road / Hill Street") == "in 300 meters keep left to stay on Hill Street")
    }
}
