/// The words for categories of places.
enum CategoryWords {
    /// A category that a text names, and the other words of the text.
    struct Finding: Hashable {
        var category: String
        var rest: [String]
    }

    /// The words for each category in English, German, French, Spanish, Italian, Dutch, Polish and Portuguese.
    private static let table: [(category: String, words: String)] = [
        (
            "amenity=fuel",
            "fuel,gas station,petrol station,petrol,tankstelle,tanken,station service,essence,gasolinera,"
                + "distributore di benzina,benzinaio,tankstation,stacja paliw,stacja benzynowa,posto de gasolina"
        ),
        (
            "amenity=charging_station",
            "charging station,charger,ladestation,ladesäule,borne de recharge,punto de recarga,"
                + "colonnina di ricarica,laadpaal,laadstation,stacja ładowania,posto de carregamento"
        ),
        ("shop=supermarket", "supermarket,supermarkt,supermarché,supermercado,supermercato,supermarkt,supermarkt"),
        ("shop=bakery", "bakery,bäckerei,bäcker,boulangerie,panadería,panetteria,bakkerij,piekarnia,padaria"),
        ("amenity=pharmacy", "pharmacy,apotheke,pharmacie,farmacia,apotheek,apteka,farmácia"),
        (
            "amenity=hospital",
            "hospital,krankenhaus,klinik,hôpital,ospedale,ziekenhuis,szpital"
        ),
        ("amenity=doctors", "doctor,doctors,arzt,médecin,médico,medico,huisarts,lekarz"),
        (
            "amenity=parking",
            "parking,car park,parkplatz,parkhaus,aparcamiento,parcheggio,parkeerplaats,parkeren,estacionamento"
        ),
        ("amenity=toilets", "toilet,toilets,restroom,toilette,wc,aseos,bagno pubblico,toaleta"),
        ("amenity=atm", "atm,cash machine,geldautomat,distributeur,cajero automático,bancomat,geldautomaat,bankomat"),
        ("amenity=bank", "bank,banque,banco,banca"),
        ("amenity=restaurant", "restaurant,restaurante,ristorante,restauracja"),
        ("amenity=cafe", "cafe,café,coffee,kaffee,caffè,koffie,kawiarnia"),
        ("tourism=hotel", "hotel,hôtel,albergo"),
        ("amenity=police", "police,polizei,policía,polizia,politie,policja,polícia"),
        (
            "amenity=post_office",
            "post office,post,postamt,bureau de poste,correos,ufficio postale,postkantoor,poczta,correios"
        ),
        ("amenity=drinking_water", "drinking water,trinkwasser,eau potable,agua potable,acqua potabile,drinkwater"),
    ]

    /// The folded phrases, the longest first.
    private static let phrases: [(category: String, words: [String])] =
        table.flatMap { entry in
            entry.words.split(separator: ",").map { (entry.category, FoldedText.words(String($0))) }
        }
        .sorted { $0.1.count > $1.1.count }

    /// The category that folded words name; `nil` if they name none.
    static func find(in words: [String]) -> Finding? {
        for (category, phrase) in phrases where phrase.count <= words.count {
            for start in 0...(words.count - phrase.count)
            where words[start..<start + phrase.count].elementsEqual(phrase) {
                return Finding(
                    category: category, rest: Array(words[..<start] + words[(start + phrase.count)...]))
            }
        }
        return nil
    }
}
